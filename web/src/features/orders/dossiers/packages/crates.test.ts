import { describe, expect, it } from 'vitest'
import { cratesOf, placeCrates, slant } from './crates.ts'

const crate = (width: string, quantity = 1) => ({
  quantity,
  widthInCm: width,
  depthInCm: '80',
  heightInCm: '60',
  weightInKg: '1',
})

const rounding = 1e-9

describe('the crates of a drawing', () => {
  it('are one for each size, with their quantity; packages without a size are left out', () => {
    const crates = cratesOf([
      crate('120', 2),
      crate('0'),
      crate('x'),
      crate('120.0'),
      crate('60'),
      crate('60', Number.NaN),
    ])
    expect(crates.map(({ width, quantity }) => [width, quantity])).toEqual([
      [120, 3],
      [60, 1],
    ])
  })

  it('fit into the drawing, and do not overlap', () => {
    const { crates, width, height } = placeCrates(cratesOf(['120', '60', '200', '30', '90'].map((side) => crate(side))))
    const boxes = crates.map(({ x, y, width, height, depth }) => ({
      left: x,
      right: x + width + depth * slant,
      top: y - height - depth * slant,
      bottom: y,
    }))
    for (const [index, box] of boxes.entries()) {
      expect(box.left).toBeGreaterThanOrEqual(0)
      expect(box.top).toBeGreaterThanOrEqual(0)
      expect(box.right).toBeLessThanOrEqual(width + rounding)
      expect(box.bottom).toBeLessThanOrEqual(height + rounding)
      for (const other of boxes.slice(index + 1)) {
        const beside = box.right <= other.left || other.right <= box.left
        expect(beside || box.bottom <= other.top || other.bottom <= box.top).toBe(true)
      }
    }
  })

  it('say how many sizes did not fit', () => {
    const many = Array.from({ length: 30 }, (_, index) => crate(String(index + 10)))
    expect(placeCrates(cratesOf(many)).left).toBe(6)
    expect(placeCrates([])).toEqual({ crates: [], width: 0, height: 0, left: 0 })
  })
})
