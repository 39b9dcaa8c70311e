import type { NoteBlock, NoteBlocks } from '../gen/invoices/v1/invoice.ts'

/** The five note-block pairs in the order of specification 2.2, of an invoice and of a company alike. */
export function noteBlockFields(notes: NoteBlocks | undefined): Record<string, unknown> {
  return {
    ...pair('how_to_pay', notes?.howToPay),
    ...pair('legal_notice', notes?.legalNotice),
    ...pair('delivery_info', notes?.deliveryInfo),
    ...pair('footer_note', notes?.footerNote),
    ...pair('notes', notes?.notes),
  }
}

function pair(name: string, block: NoteBlock | undefined): Record<string, unknown> {
  return { [`${name}_content`]: block?.content ?? '', [`${name}_enabled`]: block?.enabled ?? false }
}
