import { expect, it } from 'vitest'
import { contrast, readableOn } from './contrast.ts'

it('the contrast is 21 for black on white, and 1 for equal colours', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#80621f', '#80621f')).toBe(1)
})

it('a readable text colour is found for any background', () => {
  for (let red = 0; red < 256; red += 17) {
    for (let green = 0; green < 256; green += 17) {
      for (let blue = 0; blue < 256; blue += 17) {
        const ground = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
        expect(contrast(ground, readableOn(ground)), ground).toBeGreaterThanOrEqual(4.5)
      }
    }
  }
})
