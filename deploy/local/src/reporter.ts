import { styleText } from 'node:util'

/** The launcher's own short lines; what the processes say goes to their logs. */
export interface Reporter {
  /** Something takes a while. */
  progress(line: string): void
  good(line: string): void
  bad(line: string): void
  /** As it is. */
  print(text: string): void
}

/** Lines on standard output, with colour where it is a terminal that wants it. */
export function consoleReporter(): Reporter {
  const out = process.stdout
  // A terminal or a pipe that is gone must not end the platform.
  out.on('error', () => {})
  process.stderr.on('error', () => {})
  const mark = (format: 'green' | 'red' | 'dim', sign: string, line: string) =>
    out.write(`  ${styleText(format, sign, { stream: out })} ${line}\n`)
  return {
    progress: (line) => mark('dim', '·', line),
    good: (line) => mark('green', '✓', line),
    bad: (line) => mark('red', '✗', line),
    print: (text) => out.write(`${text}\n`),
  }
}

/** A duration for people: `0.4 s`, `12 s`, `1 min 30 s`. */
export function seconds(ms: number): string {
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`
  const whole = Math.round(ms / 1_000)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
