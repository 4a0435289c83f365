import { expect, it } from 'vitest'
import { gapIn, readSubject, shownSubject } from './subject-gaps.ts'

const labels: Record<string, string> = { dossierDelivery: 'Lieferdatum', dossierPickup: 'Abholtermin' }
const labelOf = (inner: string) => labels[inner] ?? inner
const subject = 'Ab {{dossierPickup}}, bei Ihnen am {{dossierDelivery}}'

it('placeholders in a subject are shown by name, and found again by that name', () => {
  const shown = shownSubject(subject, labelOf)
  expect(shown).toBe('Ab [Abholtermin], bei Ihnen am [Lieferdatum]')
  expect(readSubject(shown, subject, labelOf)).toBe(subject)
  expect(readSubject('Ab Montag, bei Ihnen am [Lieferdatum] um 8', subject, labelOf)).toBe(
    'Ab Montag, bei Ihnen am {{dossierDelivery}} um 8',
  )
  expect(readSubject('[Lieferdatum]', 'Ohne', labelOf)).toBe('[Lieferdatum]')
})

it('the gaps of a subject are found one after the other', () => {
  expect(gapIn(subject, labelOf, 0)).toEqual([3, 16])
  expect(gapIn(subject, labelOf, 16)).toEqual([31, 44])
  expect(gapIn(subject, labelOf, 44)).toBeUndefined()
})
