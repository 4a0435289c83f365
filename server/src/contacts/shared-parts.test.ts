import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { addressApi, emailAddressApi, phoneNumberApi } from '#contract/contacts/parts'
import { testApp } from '../../test/app.ts'
import { callAtOnce } from '../../test/at-once.ts'
import { contactFactory } from '../../test/contacts.ts'

const { as, database } = await testApp()
const user = as('USER')
const buildContact = contactFactory(as)
const get = async (id: string) => (await user.call(contactApi.get, { params: { id } })).answer
const idsFound = async (body: object) =>
  (await user.call(contactApi.search, { body })).answer.contacts.map(({ id }) => id)

describe('a part of another contact', () => {
  test('as an e-mail address names its owner and can be shared', async () => {
    const owner = await buildContact({ emailAddresses: [{ address: 'shared@example.com' }] })
    const other = await buildContact({ surname: 'Zweite' })
    const add = (body: { address: string; favorite?: boolean; sharedByContactPersonRef?: string }) =>
      user.call(emailAddressApi.add, { params: { id: other.id }, body })
    const taken = await add({ address: 'SHARED@example.com' })
    expect(taken.problem).toMatchObject({
      code: 'EMAIL_EXIST',
      owner: { id: owner.id, fullName: 'Anna Beispiel' },
      errors: [{ path: 'address' }],
    })
    const shared = await add({ address: 'Shared@example.com', sharedByContactPersonRef: owner.id })
    expect(shared.answer).toMatchObject({ address: 'shared@example.com', sharedByContactPersonRef: owner.id })
    expect((await add({ address: 'shared@example.com', sharedByContactPersonRef: owner.id })).problem.code).toBe(
      'EMAIL_EXIST',
    )
    expect((await add({ address: 'other@example.com', sharedByContactPersonRef: owner.id })).problem.code).toBe(
      'VALIDATION',
    )
    expect((await add({ address: 'shared@example.com', sharedByContactPersonRef: other.id })).problem.code).toBe(
      'VALIDATION',
    )
    const removed = await user.call(emailAddressApi.remove, {
      params: { id: owner.id, subId: owner.emailAddresses[0]?.id ?? '' },
    })
    expect(removed.problem).toMatchObject({ code: 'IN_USE', usedBy: [{ what: 'contacts', count: 1 }] })
    const strange = await user.call(emailAddressApi.remove, {
      params: { id: other.id, subId: owner.emailAddresses[0]?.id ?? '' },
    })
    expect(strange.problem.code).toBe('NOT_FOUND')
  })

  test('as a phone number names its owner and can be shared', async () => {
    const owner = await buildContact({ phoneNumbers: [{ type: 'LANDLINE', number: '031 012 55 01' }] })
    const other = await buildContact()
    const add = (number: string, sharedByContactPersonRef?: string) =>
      user.call(phoneNumberApi.add, {
        params: { id: other.id },
        body: { type: 'BUSINESS', number, sharedByContactPersonRef },
      })
    const taken = await add('0041 (0)31 012 55 01')
    expect(taken.problem).toMatchObject({
      code: 'PHONENUMBER_EXIST',
      owner: { id: owner.id },
      errors: [{ path: 'number', detail: 'Die Telefonnummer wird bereits verwendet.' }],
    })
    const shared = await add('+41 31 012 55 01', owner.id)
    expect(shared.answer).toMatchObject({ number: '+41310125501', sharedByContactPersonRef: owner.id })
    const update = await user.call(phoneNumberApi.update, {
      params: { id: other.id, subId: shared.answer.id },
      body: { version: 1, type: 'BUSINESS', number: '031 012 55 02' },
    })
    expect(update.problem.code).toBe('SHARED_ELSEWHERE')
  })

  test('as an address can be shared when its owner allows it', async () => {
    const street = { street: 'Gemeinsame Gasse 5', zipCode: '3600', city: 'Thun', country: 'CH' }
    const owner = await buildContact({ addresses: [{ addressType: 'BUSINESS', ...street }] })
    const other = await buildContact()
    const add = (fields: object) =>
      user.call(addressApi.add, {
        params: { id: other.id },
        body: { addressType: 'BUSINESS', sharedByContactPersonRef: owner.id, ...fields },
      })
    expect((await add(street)).problem.code).toBe('VALIDATION')
    const [own] = owner.addresses
    await user.call(addressApi.update, {
      params: { id: owner.id, subId: own?.id ?? '' },
      body: { version: 1, addressType: 'BUSINESS', ...street, shareable: true },
    })
    const { answer } = await add({ ...street, street: 'gemeinsame GASSE 5' })
    expect(answer).toMatchObject({
      street: 'Gemeinsame Gasse 5',
      contactRef: owner.id,
      sharedByContactPersonRef: owner.id,
    })
    const removed = await user.call(addressApi.remove, { params: { id: owner.id, subId: own?.id ?? '' } })
    expect(removed.problem.code).toBe('IN_USE')
  })

  test('is shared without repeating its other fields', async () => {
    const owner = await buildContact({ addresses: [{ addressType: 'HOME', city: 'Chur', shareable: true }] })
    const { id } = await buildContact()
    const { answer } = await user.call(addressApi.add, {
      params: { id },
      body: { addressType: 'HOME', sharedByContactPersonRef: owner.id },
    })
    expect(answer).toMatchObject({ city: 'Chur', sharedByContactPersonRef: owner.id })
  })

  test('as an address is shared once per contact', async () => {
    const owner = await buildContact({ addresses: [{ addressType: 'HOME', city: 'Zug', shareable: true }] })
    const { id } = await buildContact()
    const share = () =>
      user.call(addressApi.add, {
        params: { id },
        body: { addressType: 'HOME', city: 'Zug', sharedByContactPersonRef: owner.id },
      })
    expect((await share()).status).toBe(200)
    const again = await share()
    expect([again.status, again.problem.code]).toEqual([400, 'VALIDATION'])
  })

  test('is edited at its owner, and the sharing contacts and the search follow', async () => {
    const owner = await buildContact({
      surname: 'Besitz',
      emailAddresses: [{ address: 'before@follow.example' }],
      phoneNumbers: [{ type: 'MOBILE', number: '079 012 66 01' }],
      addresses: [{ addressType: 'HOME', street: 'Altgasse 1', city: 'Chur', shareable: true }],
    })
    const sharer = await buildContact({
      surname: 'Teilhabe',
      emailAddresses: [{ address: 'before@follow.example', sharedByContactPersonRef: owner.id }],
      phoneNumbers: [{ type: 'MOBILE', number: '0790126601', sharedByContactPersonRef: owner.id }],
      addresses: [{ addressType: 'HOME', street: 'Altgasse 1', city: 'Chur', sharedByContactPersonRef: owner.id }],
    })
    const both = [owner.id, sharer.id].sort()
    expect((await idsFound({ emailAddress: 'before@follow' })).sort()).toEqual(both)
    const [email, phone, address] = [owner.emailAddresses[0], owner.phoneNumbers[0], owner.addresses[0]]
    await user.call(emailAddressApi.update, {
      params: { id: owner.id, subId: email?.id ?? '' },
      body: { version: 1, address: 'after@follow.example' },
    })
    await user.call(phoneNumberApi.update, {
      params: { id: owner.id, subId: phone?.id ?? '' },
      body: { version: 1, type: 'MOBILE', number: '079 012 66 02' },
    })
    await user.call(addressApi.update, {
      params: { id: owner.id, subId: address?.id ?? '' },
      body: { version: 1, addressType: 'HOME', street: 'Neugasse 2', city: 'Chur', shareable: true },
    })
    expect(await idsFound({ emailAddress: 'before@follow' })).toEqual([])
    for (const body of [
      { emailAddress: 'after@follow' },
      { phoneNumber: '079 012 66 02' },
      { street: 'neugasse 2' },
      { street: 'Neugasse', city: 'Chur' },
    ]) {
      expect((await idsFound(body)).sort()).toEqual(both)
    }
    expect(await get(sharer.id)).toMatchObject({
      emailAddresses: [{ address: 'after@follow.example' }],
      phoneNumbers: [{ number: '+41790126602' }],
      addresses: [{ street: 'Neugasse 2' }],
    })
    const { answer: cards } = await user.call(contactApi.byIds, { body: { ids: [sharer.id] } })
    expect(cards[0]).toMatchObject({
      emailAddress: 'after@follow.example',
      phoneNumber: '+41790126602',
      street: 'Neugasse 2',
    })
  })

  test('can be the favourite of the sharing contact, which cannot change anything else', async () => {
    const owner = await buildContact({ emailAddresses: [{ address: 'silent@example.com' }] })
    const { id, emailAddresses } = await buildContact({
      emailAddresses: [{ address: 'silent@example.com', sharedByContactPersonRef: owner.id }],
    })
    const params = { id, subId: emailAddresses[0]?.id ?? '' }
    const update = (version: number, address: string) =>
      user.call(emailAddressApi.update, { params, body: { version, address, favorite: true } })
    expect((await update(1, 'silent@example.com')).answer).toMatchObject({ favorite: true, version: 2 })
    const changed = await update(2, 'louder@example.com')
    expect(changed.problem.code).toBe('SHARED_ELSEWHERE')
    expect((await get(owner.id)).emailAddresses[0]?.favorite).toBe(false)
  })

  test('stays with its owner when the sharing ends', async () => {
    const owner = await buildContact({ emailAddresses: [{ address: 'ends@example.com' }] })
    const { id, emailAddresses } = await buildContact({
      emailAddresses: [{ address: 'ends@example.com', sharedByContactPersonRef: owner.id }],
    })
    const params = { id, subId: emailAddresses[0]?.id ?? '' }
    expect((await user.call(emailAddressApi.remove, { params })).status).toBe(204)
    expect(await idsFound({ emailAddress: 'ends@example' })).toEqual([owner.id])
    const own = { id: owner.id, subId: owner.emailAddresses[0]?.id ?? '' }
    expect((await user.call(emailAddressApi.remove, { params: own })).status).toBe(204)
    expect(await idsFound({ emailAddress: 'ends@example' })).toEqual([])
  })

  test('replaces an own part of the sharing contact in one call', async () => {
    const street = { addressType: 'HOME' as const, street: 'Teilweg 1', zipCode: '3000', city: 'Bern' }
    const owner = await buildContact({
      emailAddresses: [{ address: 'taken@place.example' }],
      phoneNumbers: [{ type: 'MOBILE', number: '079 012 77 01' }],
      addresses: [{ ...street, shareable: true }],
    })
    const { id, emailAddresses, phoneNumbers, addresses } = await buildContact({
      emailAddresses: [{ address: 'own@place.example' }],
      phoneNumbers: [{ type: 'MOBILE', number: '079 012 77 02' }],
      addresses: [{ addressType: 'HOME', street: 'Eigenweg 2', country: 'CH' }],
    })
    const [email, phone, address] = [emailAddresses[0]?.id ?? '', phoneNumbers[0]?.id ?? '', addresses[0]?.id ?? '']
    const shared = { version: 1, sharedByContactPersonRef: owner.id }
    const from = { sharedByContactPersonRef: owner.id, version: 2 }
    const mailChange = { ...shared, address: 'taken@place.example', favorite: true }
    expect(
      (await user.call(emailAddressApi.update, { params: { id, subId: email }, body: mailChange })).answer,
    ).toMatchObject({ id: email, address: 'taken@place.example', favorite: true, ...from })
    const phoneChange = { ...shared, type: 'MOBILE' as const, number: '0041 79 012 77 01' }
    expect(
      (await user.call(phoneNumberApi.update, { params: { id, subId: phone }, body: phoneChange })).answer,
    ).toMatchObject({ id: phone, number: '+41790127701', ...from })
    expect(
      (await user.call(addressApi.update, { params: { id, subId: address }, body: { ...shared, ...street } })).answer,
    ).toMatchObject({ id: address, street: 'Teilweg 1', country: '', ...from })

    const again = await user.call(emailAddressApi.update, { params: { id, subId: email }, body: mailChange })
    expect(again.problem.code).toBe('STALE_VERSION')
    expect(await idsFound({ emailAddress: 'own@place' })).toEqual([])
    const { emailAddresses: mine } = await get(owner.id)
    const turned = await user.call(emailAddressApi.update, {
      params: { id: owner.id, subId: mine[0]?.id ?? '' },
      body: { version: 1, address: 'taken@place.example', sharedByContactPersonRef: id },
    })
    expect(turned.problem.code).toBe('IN_USE')
  })

  test('is never shared from a part that becomes shared at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const first = await buildContact({ phoneNumbers: [{ type: 'MOBILE', number: `079 013 77 0${round}` }] })
      const second = await buildContact({ phoneNumbers: [{ type: 'MOBILE', number: `079 014 77 0${round}` }] })
      const third = await buildContact()
      const turn = { type: 'MOBILE' as const, number: `079 013 77 0${round}`, sharedByContactPersonRef: first.id }
      const share = { type: 'MOBILE' as const, number: `079 014 77 0${round}`, sharedByContactPersonRef: second.id }
      const answers = await Promise.all([
        user.call(phoneNumberApi.update, {
          params: { id: second.id, subId: second.phoneNumbers[0]?.id ?? '' },
          body: { version: 1, ...turn },
        }),
        user.call(phoneNumberApi.add, { params: { id: third.id }, body: share }),
      ])
      expect([
        [200, 400],
        [409, 200],
      ]).toContainEqual(answers.map(({ status }) => status))
    }
  })

  test('is either shared or removed when both happen at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const address = `race${round}@example.com`
      const owner = await buildContact({ emailAddresses: [{ address }] })
      const { id } = await buildContact()
      const [shared, removed] = await Promise.all([
        user.call(emailAddressApi.add, { params: { id }, body: { address, sharedByContactPersonRef: owner.id } }),
        user.call(emailAddressApi.remove, { params: { id: owner.id, subId: owner.emailAddresses[0]?.id ?? '' } }),
      ])
      const outcome = [shared.status, removed.status]
      expect([
        [200, 409],
        [400, 204],
      ]).toContainEqual(outcome)
    }
  })
})

test.each(['shared', 'changed'])(
  'as an address shared and changed at the same moment, %s first, shows the change',
  async (first) => {
    const addresses = [{ addressType: 'HOME' as const, street: 'Gasse 1', city: 'Bern', shareable: true }]
    const [owner, sharing] = [await buildContact({ addresses }), await buildContact()]
    const subId = owner.addresses[0]?.id ?? ''
    const share = () =>
      user.call(addressApi.add, {
        params: { id: sharing.id },
        body: { addressType: 'HOME', sharedByContactPersonRef: owner.id },
      })
    const change = () =>
      user.call(addressApi.update, {
        params: { id: owner.id, subId },
        body: { version: 1, addressType: 'HOME', street: 'Gasse 1', city: 'Basel', shareable: true },
      })
    const both = await (first === 'shared' ? callAtOnce(database, share, change) : callAtOnce(database, change, share))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const { answer } = await user.call(contactApi.byIds, { body: { ids: [sharing.id] } })
    expect(answer).toMatchObject([{ city: 'Basel' }])
  },
)
