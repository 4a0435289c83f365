import { expect, it } from 'vitest'
import { inForm, NewContactForm, startValues } from './new-contact-values.ts'

const known = { surname: 'Muster', phoneNumber: '+41791234567' }

it('a new contact takes over what is known and guesses the rest', () => {
  const start = startValues(known)
  expect(start.phoneNumbers).toEqual([{ type: 'MOBILE', number: '079 123 45 67' }])
  expect(start.addresses[0]).toMatchObject({ addressType: 'HOME', country: 'CH' })
  expect(startValues({ company: 'Muster AG' })).toMatchObject({
    legalType: 'LEGAL',
    addresses: [{ addressType: 'BUSINESS' }],
  })
  expect(startValues({ company: 'Muster AG', surname: 'Muster' })).toMatchObject({
    legalType: 'NATURAL',
    addresses: [{ addressType: 'BUSINESS' }],
  })
})

it('blank rows are not sent', () => {
  const { addresses, emailAddresses, phoneNumbers } = NewContactForm.parse(startValues(known))
  expect([addresses, emailAddresses]).toEqual([[], []])
  expect(phoneNumbers).toHaveLength(1)
})

it('an error is reported at its row of the form, even behind blank rows', () => {
  const values = startValues(known)
  values.emailAddresses.push({ address: 'keine Adresse', favorite: false })
  const { error } = NewContactForm.safeParse(values)
  expect(error?.issues[0]?.path.join('.')).toBe('emailAddresses.1.address')
  expect(inForm('emailAddresses.0.address', values)).toBe('emailAddresses.1.address')
  expect(inForm('surname', values)).toBe('surname')
})

it('a contact without a name is refused', () => {
  expect(NewContactForm.safeParse(startValues({})).error?.issues[0]?.path).toEqual(['surname'])
})
