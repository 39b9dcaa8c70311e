// Not allowed in file names somewhere, or able to disguise one: path and shell characters,
// control characters, and everything invisible or direction-changing.
const UNSAFE = /[/\\:*?"<>|%#&;$`'\p{C}\p{Z}]+/gu
/** In bytes of UTF-8: file systems end a name at 255, and the extension and a copy's "(1)" come on top. */
const MAX_STEM_BYTES = 200
/** Dots and dashes hide a file or look like an option; a mark has lost the letter it belongs to. */
const UNSAFE_START = /^[.\-\p{M}]+/u
/** Names that Windows keeps for devices, whatever follows the first dot. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i

/** The PDF's file name, made of the invoice number and safe whatever the prefix holds (contract, "Files"). */
export function invoiceFileName(invoiceNumber: string): string {
  return `${stem(invoiceNumber)}.pdf`
}

/** The receipt's file name, as safe. */
export function receiptFileName(invoiceNumber: string): string {
  return `receipt-${invoiceFileName(invoiceNumber)}`
}

/** The end of a long number is kept, for that is where the sequence stands. */
function stem(invoiceNumber: string): string {
  const safe = lastBytes(invoiceNumber.normalize('NFC').replace(UNSAFE, '-'), MAX_STEM_BYTES)
  const name = safe.replace(UNSAFE_START, '')
  return DEVICE.test(name) ? `_${name}` : name
}

/** As many whole characters from the end as fit. */
function lastBytes(text: string, limit: number): string {
  const kept: string[] = []
  let bytes = 0
  for (const character of Array.from(text).reverse()) {
    bytes += Buffer.byteLength(character)
    if (bytes > limit) break
    kept.push(character)
  }
  return kept.reverse().join('')
}

const UNITS = ['KB', 'MB', 'GB'] as const

/** A size a person reads: bytes below 1 KB, then one decimal, 1 KB being 1,000 bytes. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  let size = bytes / 1000
  let unit = 0
  while (size >= 999.95 && unit < UNITS.length - 1) {
    size /= 1000
    unit += 1
  }
  return `${size.toFixed(1)} ${UNITS[unit]}`
}
