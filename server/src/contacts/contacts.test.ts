import { addressApi, contactApi, emailAddressApi, phoneNumberApi } from '@glut/contract/contacts'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'

const { as } = await testApp()
const user = as('USER')

async function buildContact(overrides: object = {}) {
  const { answer, status } = await user.call(contactApi.add, {
    body: { givenName: 'Anna', surname: 'Beispiel', ...overrides },
  })
  expect(status).toBe(200)
  return answer
}

describe('one contact', () => {
  test('comes back with everything it was made with', async () => {
    const made = await buildContact({
      surname: 'Müller',
      emailAddresses: [{ address: 'Anna.Mueller@example.ch', favorite: true }],
      phoneNumbers: [{ type: 'MOBILE', number: '079 555 01 02' }],
      addresses: [{ addressType: 'HOME', street: 'Seestrasse 1', zipCode: '8800', city: 'Thalwil', country: 'CH' }],
    })
    const { answer } = await user.call(contactApi.get, { params: { id: made.id } })
    expect(answer).toEqual(made)
    expect(answer.fullName).toBe('Anna Müller')
    expect(answer.phoneNumbers[0]?.number).toBe('+41795550102')
  })

  test('two people saving it: the second gets both versions', async () => {
    const made = await buildContact()
    const change = { ...made, givenName: 'Berta', uidCheck: { value: '' }, eoriCheck: { value: '' } }
    const first = await user.call(contactApi.update, { params: { id: made.id }, body: change })
    expect(first.status).toBe(200)
    const second = await user.call(contactApi.update, {
      params: { id: made.id },
      body: { ...change, givenName: 'Clara' },
    })
    expect(second.status).toBe(409)
    expect(second.problem.code).toBe('STALE_VERSION')
    expect(second.problem.current).toMatchObject({ givenName: 'Berta', version: 2 })
  })
})

describe('sub-resources', () => {
  test('an address in use names its owner and can be shared from there', async () => {
    const owner = await buildContact({ emailAddresses: [{ address: 'shared@example.ch' }] })
    const other = await buildContact({ surname: 'Zweite' })
    const taken = await user.call(emailAddressApi.add, {
      params: { id: other.id },
      body: { address: 'SHARED@example.ch' },
    })
    expect(taken.problem).toMatchObject({ code: 'EMAIL_EXIST', owner: { id: owner.id } })
    const shared = await user.call(emailAddressApi.add, {
      params: { id: other.id },
      body: { address: 'shared@example.ch', sharedByContactPersonRef: owner.id },
    })
    expect(shared.answer.sharedByContactPersonRef).toBe(owner.id)
    const removed = await user.call(emailAddressApi.remove, {
      params: { id: owner.id, subId: owner.emailAddresses[0]?.id ?? '' },
    })
    expect(removed.problem.code).toBe('IN_USE')
  })

  test('each kind is added, read, changed and removed', async () => {
    const { id } = await buildContact({ surname: 'Teile' })
    const { answer: address } = await user.call(addressApi.add, {
      params: { id },
      body: { addressType: 'HOME', city: 'Bern' },
    })
    const { answer: phone } = await user.call(phoneNumberApi.add, {
      params: { id },
      body: { type: 'FAX', number: '031 555 00 11' },
    })
    const changed = await user.call(addressApi.update, {
      params: { id, subId: address.id },
      body: { ...address, city: 'Thun' },
    })
    expect(changed.answer).toMatchObject({ city: 'Thun', version: 2 })
    expect((await user.call(phoneNumberApi.remove, { params: { id, subId: phone.id } })).status).toBe(204)
    expect((await user.call(phoneNumberApi.get, { params: { id, subId: phone.id } })).status).toBe(404)
  })
})
