import i18next from 'i18next'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { Decimal } from '#contract/decimals'
import { Title } from '#contract/endpoint'
import { PickupSpan } from '#contract/orders/flame-search'
import { zodSentence } from './zod-sentences.ts'

it.each<[z.ZodType, unknown, string]>([
  [Title(10), '', 'Das Feld wird benötigt'],
  [Decimal({ min: 0, max: 10, scale: 2 }), '1.234', 'Es sind höchstens 2 Nachkommastellen erlaubt'],
  [Decimal({ min: 0, max: 100_000, scale: 2 }), '200000', "Der Wert darf höchstens 100'000 sein"],
  [PickupSpan, { start: '2026-01-01', end: '2028-01-01' }, 'Bitte einen Zeitraum von höchstens 400 Tagen wählen'],
  [PickupSpan, { start: '2026-01-02', end: '2026-01-01' }, 'Das Ende muss nach dem Beginn liegen'],
])('a refused value has a sentence (%#)', (schema, value, sentence) => {
  const { error } = schema.safeParse(value, { error: (issue) => zodSentence(issue, i18next.getFixedT(null, 'ui')) })
  expect(error?.issues.map(({ message }) => message)).toEqual([sentence])
})
