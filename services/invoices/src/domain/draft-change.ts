import { type CalendarDate, invalid } from '@invoicing/contracts'
import type { Invoice, NoteBlock, NoteBlocks } from '@invoicing/contracts/gen/invoices/v1/invoice'
import type {
  NoteBlockPatch,
  NoteBlocksPatch,
  UpdateInvoiceRequest,
} from '@invoicing/contracts/gen/invoices/v1/invoices'
import { dateField } from './dates.ts'
import { noteBlocksPatch } from './note-blocks-patch.ts'
import type { PricedLines } from './price-lines.ts'
import { type RequestedLine, requestedLines } from './requested-line.ts'

/** What a PATCH changes of a Draft, each part on its own; undefined parts stay. */
export interface DraftChange {
  readonly lines: readonly RequestedLine[] | undefined
  readonly issueDate: CalendarDate | undefined
  readonly dueDate: CalendarDate | undefined
  readonly noteBlocks: NoteBlocksPatch | undefined
}

/**
 * Reads an update (contract, "Lifecycle and events": items, the dates and the note blocks).
 *
 * @throws AppError invalid_argument naming the field, and for an update of nothing
 */
export function draftChange(request: UpdateInvoiceRequest): DraftChange {
  const { lines, issueDate, dueDate, noteBlocks } = request
  if ([lines, issueDate, dueDate, noteBlocks].every((part) => part === undefined)) {
    throw invalid('nothing to update: send items, issue_date, due_date or a note block')
  }
  return {
    lines: lines && requestedLines(lines.lines),
    issueDate: issueDate === undefined ? undefined : dateField('issue_date', issueDate),
    dueDate: dueDate === undefined ? undefined : dateField('due_date', dueDate),
    noteBlocks: noteBlocks && noteBlocksPatch(noteBlocks),
  }
}

/**
 * The invoice that a change makes of a Draft: its next version, not rendered yet. Number, client
 * and currency are its own for good; a due date that was not sent does not follow the issue date.
 *
 * @param priced the lines of the change, in the invoice's currency
 */
export function changedDraft(
  draft: Invoice,
  change: DraftChange,
  priced: PricedLines | undefined,
  at: Date,
): Invoice {
  return {
    ...draft,
    ...priced?.amounts,
    issueDate: change.issueDate ?? draft.issueDate,
    dueDate: change.dueDate ?? draft.dueDate,
    noteBlocks: change.noteBlocks ? changedNotes(draft.noteBlocks, change.noteBlocks) : draft.noteBlocks,
    version: draft.version + 1,
    pdf: undefined,
    modifiedAt: at,
  }
}

function changedNotes(notes: NoteBlocks | undefined, patch: NoteBlocksPatch): NoteBlocks {
  return {
    howToPay: changedNote(notes?.howToPay, patch.howToPay),
    legalNotice: changedNote(notes?.legalNotice, patch.legalNotice),
    deliveryInfo: changedNote(notes?.deliveryInfo, patch.deliveryInfo),
    footerNote: changedNote(notes?.footerNote, patch.footerNote),
    notes: changedNote(notes?.notes, patch.notes),
  }
}

function changedNote(note: NoteBlock | undefined, patch: NoteBlockPatch | undefined): NoteBlock | undefined {
  if (patch === undefined) return note
  return {
    content: patch.content ?? note?.content ?? '',
    enabled: patch.enabled ?? note?.enabled ?? false,
  }
}
