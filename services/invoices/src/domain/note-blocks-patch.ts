import type { NoteBlockPatch, NoteBlocksPatch } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { optionalText } from './text-field.ts'

/** Characters of a note block at the most (contract, "Limits"). */
const MAX_NOTE = 5_000

/**
 * Reads what is to change of the note blocks: trimmed, a blank content is "".
 *
 * @throws AppError invalid_argument naming the field
 */
export function noteBlocksPatch(sent: NoteBlocksPatch): NoteBlocksPatch {
  return {
    howToPay: blockPatch('how_to_pay', sent.howToPay),
    legalNotice: blockPatch('legal_notice', sent.legalNotice),
    deliveryInfo: blockPatch('delivery_info', sent.deliveryInfo),
    footerNote: blockPatch('footer_note', sent.footerNote),
    notes: blockPatch('notes', sent.notes),
  }
}

function blockPatch(name: string, patch: NoteBlockPatch | undefined): NoteBlockPatch | undefined {
  if (patch?.content === undefined) return patch
  return { ...patch, content: optionalText(`${name}_content`, patch.content, MAX_NOTE) ?? '' }
}
