import type { NoteBlockPatch, NoteBlocksPatch } from '@invoicing/contracts/gen/invoices/v1/invoices'
import { type Static, Type } from 'typebox'
import { LIMITS, optionalFlag, optionalText } from '../../schema/fields.ts'

const content = (of: string) =>
  optionalText(LIMITS.notes, `Text of the ${of} block on the PDF; null empties it.`)
const enabled = (of: string) => optionalFlag(`Whether the ${of} block is printed; null is as false.`)

/** The note blocks as an update takes them (specification 2.2): each field on its own. */
export const noteBlockFields = {
  how_to_pay_content: content('how-to-pay'),
  how_to_pay_enabled: enabled('how-to-pay'),
  legal_notice_content: content('legal notice'),
  legal_notice_enabled: enabled('legal notice'),
  delivery_info_content: content('delivery information'),
  delivery_info_enabled: enabled('delivery information'),
  footer_note_content: content('footer'),
  footer_note_enabled: enabled('footer'),
  notes_content: content('notes'),
  notes_enabled: enabled('notes'),
}

const NoteBlockFields = Type.Object(noteBlockFields)

/** What an update changes of the note blocks; undefined when it is none of them. */
export function noteBlocksPatch(body: Static<typeof NoteBlockFields>): NoteBlocksPatch | undefined {
  const patch = {
    howToPay: notePatch(body.how_to_pay_content, body.how_to_pay_enabled),
    legalNotice: notePatch(body.legal_notice_content, body.legal_notice_enabled),
    deliveryInfo: notePatch(body.delivery_info_content, body.delivery_info_enabled),
    footerNote: notePatch(body.footer_note_content, body.footer_note_enabled),
    notes: notePatch(body.notes_content, body.notes_enabled),
  }
  return Object.values(patch).some((block) => block !== undefined) ? patch : undefined
}

/** Null clears: a text to none, which an invoice shows as "", and a flag to false. */
function notePatch(
  text: string | null | undefined,
  flag: boolean | null | undefined,
): NoteBlockPatch | undefined {
  if (text === undefined && flag === undefined) return undefined
  return { content: text === null ? '' : text, enabled: flag === null ? false : flag }
}
