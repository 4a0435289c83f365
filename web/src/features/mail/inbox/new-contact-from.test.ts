import { expect, it } from 'vitest'
import { newContactFrom } from './new-contact-from.ts'

it.each([
  ['Anna Muster', { givenName: 'Anna', surname: 'Muster' }],
  ['Muster, Anna', { givenName: 'Anna', surname: 'Muster' }],
  ['Anna Maria Muster', { givenName: 'Anna Maria', surname: 'Muster' }],
  ['Ofenbau Muster AG', { company: 'Ofenbau Muster AG' }],
  ['muster', { surname: 'muster' }],
  ['anna@example.org', {}],
  ['', {}],
])('%s fills in a name', (name, expected) => {
  const found = newContactFrom({ id: '1', from: { name, address: 'a@example.org' } })
  expect(found).toEqual({ emailRef: '1', emailAddress: 'a@example.org', ...expected })
})
