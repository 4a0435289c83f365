import { expect, it } from 'vitest'
import type { Contact } from '#contract/contacts/contacts'
import { differs, fieldsOf, sourceOf, startChoice } from './merge-choice.ts'

const contact = (id: string, fields: Partial<Contact>) =>
  ({
    id,
    createdAtUtc: `2026-01-0${id}T00:00:00Z`,
    givenName: '',
    surname: 'Muster',
    customer: false,
    birthdate: null,
    remarks: '',
    uidCheck: { value: '' },
    eoriCheck: { value: '' },
    ...fields,
  }) as Contact

const contacts = [
  contact('2', { givenName: 'Anne', birthdate: '1980-01-01', remarks: 'zwei', uidCheck: { value: 'CHE' } as never }),
  contact('1', { givenName: 'Anna', remarks: 'eins' }),
  contact('3', { customer: true }),
]

it('by default the oldest contact survives, its gaps are filled from the others, and all remarks are kept', () => {
  const choice = startChoice(contacts)
  expect(choice).toMatchObject({ survivor: '1', allRemarks: true })
  expect(fieldsOf(contacts, choice)).toEqual({ birthdate: '2', customer: '3', uidCheck: '2' })
})

it('a field chosen by hand is taken as long as its contact is included', () => {
  const choice = { ...startChoice(contacts), fields: { givenName: '2' } }
  expect(sourceOf('givenName', contacts, choice)).toBe('2')
  expect(sourceOf('givenName', contacts, { ...choice, included: new Set(['1', '3']) })).toBe('1')
})

it('a field differs if the contacts have different values', () => {
  expect(differs('givenName', contacts)).toBe(true)
  expect(differs('surname', contacts)).toBe(false)
  expect(differs('uidCheck', contacts.slice(1))).toBe(false)
})
