import { newId } from '@invoicing/contracts'
import { describe, expect, it } from '@jest/globals'
import { colorOf, PALETTE } from '../../src/domain/color.ts'

/** The contrast of a colour to white by WCAG 2.2, from 1 to 21. */
function contrastToWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

describe('the colour of a client', () => {
  it('is always the same for the same id', () => {
    const id = newId('client')
    expect(colorOf(id)).toBe(colorOf(id))
  })

  it('is spread evenly over the palette', () => {
    const uses = new Map<string, number>()
    for (let client = 0; client < 12_000; client += 1) {
      const color = colorOf(newId('client'))
      uses.set(color, (uses.get(color) ?? 0) + 1)
    }
    expect([...uses.keys()].sort()).toEqual([...PALETTE].sort())
    for (const count of uses.values()) expect(count).toBeGreaterThan(700)
  })

  it.each(PALETTE)('can be read on white: %s', (color) => {
    expect(color).toMatch(/^#[0-9a-f]{6}$/)
    expect(contrastToWhite(color)).toBeGreaterThanOrEqual(4.5)
  })
})
