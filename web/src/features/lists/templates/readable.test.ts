import { expect, it } from 'vitest'
import { readable, written } from './readable.ts'

const labels: Record<string, string> = { currentDate: 'Heute', 'currentDate|addDays:3': 'Heute + 3 Tage' }
const labelOf = (inner: string) => labels[inner] ?? inner

it('placeholders are shown by name, and found again by that name', () => {
  const subject = 'Vom {{currentDate}} bis {{currentDate|addDays:3}}'
  const shown = readable(subject, labelOf)
  expect(shown).toBe('Vom [Heute] bis [Heute + 3 Tage]')
  expect(written(shown, subject, labelOf)).toBe(subject)
  expect(written(`AW: ${shown}!`, subject, labelOf)).toBe(`AW: ${subject}!`)
})

it('typed brackets with the name of a field become its placeholder, and other brackets stay', () => {
  expect(written('[Heute] [intern] [Heute', '', labelOf)).toBe('{{currentDate}} [intern] [Heute')
})

it('a name that lacks a letter stays text', () => {
  expect(written('Vom [Heut]', 'Vom {{currentDate}}', labelOf)).toBe('Vom [Heut]')
})
