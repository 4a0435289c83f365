import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { addressApi, emailAddressApi, phoneNumberApi } from '#contract/contacts/parts'
import { historyApi } from '#contract/together/history'
import { testApp } from '../../test/app.ts'
import { contactFactory } from '../../test/contacts.ts'

const { as } = await testApp()
const user = as('USER')
const buildContact = contactFactory(as)
const get = async (id: string) => (await user.call(contactApi.get, { params: { id } })).answer

const kinds = [
  {
    name: 'an address',
    api: addressApi,
    first: { addressType: 'HOME', street: 'Seestrasse 1', city: 'Thun' },
    second: { addressType: 'BUSINESS', street: 'Bergweg 2', city: 'Bern', shareable: true },
  },
  {
    name: 'a phone number',
    api: phoneNumberApi,
    first: { type: 'MOBILE', number: '+41790124401' },
    second: { type: 'FAX', number: '+41310124402' },
  },
  {
    name: 'an e-mail address',
    api: emailAddressApi,
    first: { address: 'first@sub.example', favorite: false },
    second: { address: 'second@sub.example', favorite: true },
  },
] as unknown as { name: string; api: typeof addressApi; first: Fields; second: Fields }[]
type Fields = { addressType: 'HOME' }

describe.each(kinds)('$name', ({ api, first, second }) => {
  test('is added, read, changed and removed', async () => {
    const { id } = await buildContact()
    const added = await user.call(api.add, { params: { id }, body: first })
    expect(added.answer).toMatchObject({ version: 1, ...first })
    const params = { id, subId: added.answer.id }
    expect((await user.call(api.get, { params })).answer).toEqual(added.answer)
    const changed = await user.call(api.update, { params, body: { version: 1, ...second } })
    expect(changed.answer).toMatchObject({ id: params.subId, version: 2, ...second })
    expect((await user.call(api.remove, { params })).status).toBe(204)
    expect((await user.call(api.get, { params })).status).toBe(404)
    expect((await user.call(api.remove, { params })).status).toBe(404)
  })

  test('saved by two people: the second gets the version saved by the first', async () => {
    const { id } = await buildContact()
    const { answer } = await user.call(api.add, { params: { id }, body: first })
    const save = (fields: Fields) =>
      user.call(api.update, { params: { id, subId: answer.id }, body: { version: 1, ...fields } })
    expect((await save(second)).status).toBe(200)
    const late = await save(first)
    expect(late.problem).toMatchObject({ code: 'STALE_VERSION', by: 'USER', current: { version: 2, ...second } })
    await user.call(api.remove, { params: { id, subId: answer.id } })
  })

  test('cannot be reached through another contact', async () => {
    const [{ id }, { id: other }] = [await buildContact(), await buildContact()]
    const { answer } = await user.call(api.add, { params: { id }, body: first })
    const params = { id: other, subId: answer.id }
    expect((await user.call(api.get, { params })).status).toBe(404)
    expect((await user.call(api.update, { params, body: { version: 1, ...second } })).status).toBe(404)
    expect((await user.call(api.remove, { params })).status).toBe(404)
    expect((await user.call(api.add, { params: { id: randomUUID() }, body: second })).status).toBe(404)
    await user.call(api.remove, { params: { id, subId: answer.id } })
  })

  test('is read-only while its contact is in the bin', async () => {
    const { id } = await buildContact()
    const { answer } = await user.call(api.add, { params: { id }, body: first })
    await user.call(contactApi.remove, { params: { id } })
    const params = { id, subId: answer.id }
    expect((await user.call(api.get, { params })).status).toBe(200)
    for (const { problem } of [
      await user.call(api.add, { params: { id }, body: second }),
      await user.call(api.update, { params, body: { version: 1, ...second } }),
      await user.call(api.remove, { params }),
    ])
      expect(problem.code).toBe('IN_BIN')
  })

  test('appears in the history of its contact', async () => {
    const { id } = await buildContact()
    const { answer } = await user.call(api.add, { params: { id }, body: first })
    await user.call(api.remove, { params: { id, subId: answer.id } })
    const { entries } = (await user.call(historyApi.ofContact, { params: { id } })).answer
    expect(entries.map(({ action }) => action)).toEqual(['REMOVED', 'CREATED', 'CREATED'])
  })
})

describe('several e-mail addresses', () => {
  test('have one favourite, which is listed first', async () => {
    const made = await buildContact({
      emailAddresses: [{ address: 'a@fav.example', favorite: true }, { address: 'b@fav.example' }],
    })
    const { answer } = await user.call(emailAddressApi.add, {
      params: { id: made.id },
      body: { address: 'c@fav.example', favorite: true },
    })
    const order = async () => (await get(made.id)).emailAddresses.map(({ address, favorite }) => [address[0], favorite])
    expect(await order()).toEqual([
      ['c', true],
      ['a', false],
      ['b', false],
    ])
    const second = made.emailAddresses.find(({ address }) => address === 'b@fav.example')
    await user.call(emailAddressApi.update, {
      params: { id: made.id, subId: second?.id ?? '' },
      body: { version: 1, address: 'b@fav.example', favorite: true },
    })
    expect((await order()).map(([name]) => name)).toEqual(['b', 'a', 'c'])
    expect((await user.call(emailAddressApi.get, { params: { id: made.id, subId: answer.id } })).answer).toMatchObject({
      favorite: false,
      version: 2,
    })
  })

  test('two favourites chosen at the same moment leave one', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, emailAddresses } = await buildContact({
        emailAddresses: [{ address: `one${round}@fav.example` }, { address: `two${round}@fav.example` }],
      })
      await Promise.all(
        emailAddresses.map(({ id: subId, version, address }) =>
          user.call(emailAddressApi.update, { params: { id, subId }, body: { version, address, favorite: true } }),
        ),
      )
      expect((await get(id)).emailAddresses.filter(({ favorite }) => favorite)).toHaveLength(1)
    }
  })
})

test('an e-mail address stays undeliverable until it changes', async () => {
  const { id } = await buildContact()
  const body = { address: 'weg@sub.example', undeliverable: true }
  const { answer: email } = await user.call(emailAddressApi.add, { params: { id }, body })
  expect(email.undeliverable).toBe(true)
  const params = { id, subId: email.id }
  const change = async (address: string) => {
    const { version } = (await user.call(emailAddressApi.get, { params })).answer
    const { answer } = await user.call(emailAddressApi.update, { params, body: { version, address, favorite: true } })
    return answer.undeliverable
  }
  expect(await change('Weg@sub.example')).toBe(true)
  expect(await change('da@sub.example')).toBe(false)
})

test('invisible characters at the ends of an e-mail address are trimmed', async () => {
  const { id } = await buildContact()
  const body = { address: ' \u200bcopied@sub.example\u00a0\u200e', favorite: false }
  const added = await user.call(emailAddressApi.add, { params: { id }, body })
  expect(added.answer).toMatchObject({ address: 'copied@sub.example' })
  const refused = await user.call(emailAddressApi.add, { params: { id }, body: { address: ' ' } })
  expect(refused.problem.errors).toMatchObject([{ path: 'address', code: 'required' }])
})
