// Not allowed in file names somewhere, or able to disguise one: path and shell characters,
// control characters, and everything invisible or direction-changing.
const UNSAFE = /[/\\:*?"<>|%#&;$`'\p{C}\p{Z}]+/gu
const MAX_STEM = 100

/** The PDF's file name, made of the invoice number and safe whatever the prefix holds (contract, "Files"). */
export function invoiceFileName(invoiceNumber: string): string {
  return `${stem(invoiceNumber)}.pdf`
}

function stem(invoiceNumber: string): string {
  const safe = invoiceNumber
    .normalize('NFC')
    .replace(UNSAFE, '-')
    .replace(/^[.-]+/, '')
  return Array.from(safe).slice(-MAX_STEM).join('')
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
