import { expect, it } from 'vitest'
import { readable, written } from './readable.ts'

const labels: Record<string, string> = { currentDate: 'Heute', 'currentDate|addDays:3': 'Heute + 3 Tage' }
const labelOf = (inner: string) => labels[inner] ?? inner

it('shows names, and finds the placeholders by them again', () => {
  const subject = 'Vom {{currentDate}} bis {{currentDate|addDays:3}}'
  const shown = readable(subject, labelOf)
  expect(shown).toBe('Vom [Heute] bis [Heute + 3 Tage]')
  expect(written(shown, subject, labelOf)).toBe(subject)
  expect(written(`AW: ${shown}!`, subject, labelOf)).toBe(`AW: ${subject}!`)
})

it('takes what is typed like the name of a field for that field, and leaves other brackets alone', () => {
  expect(written('[Heute] [intern] [Heute', '', labelOf)).toBe('{{currentDate}} [intern] [Heute')
})

it('a name of which a letter was taken away is text', () => {
  expect(written('Vom [Heut]', 'Vom {{currentDate}}', labelOf)).toBe('Vom [Heut]')
})
