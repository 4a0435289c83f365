import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { historyApi } from '#contract/together/history'
import { testApp } from '../../test/app.ts'
import { contactFactory } from '../../test/contacts.ts'

const { as } = await testApp()
const user = as('USER')
const buildContact = contactFactory(as)
const get = (id: string) => user.call(contactApi.get, { params: { id } })
const found = async (surname: string) => (await user.call(contactApi.search, { body: { surname } })).answer.contacts

describe('the bin', () => {
  const remove = (id: string) => user.call(contactApi.remove, { params: { id } })
  const restore = (id: string) => user.call(contactApi.restore, { params: { id } })
  const binned = async () => (await user.call(contactApi.bin, {})).answer

  test('takes a contact out of every list and restores it complete', async () => {
    const made = await buildContact({
      surname: 'Papierkorb',
      emailAddresses: [{ address: 'bin@example.com' }],
      phoneNumbers: [{ type: 'MOBILE', number: '079 012 22 22' }],
      addresses: [{ addressType: 'HOME', city: 'Bern' }],
    })
    expect((await remove(made.id)).status).toBe(204)
    expect(await found('Papierkorb')).toEqual([])
    expect((await user.call(contactApi.byIds, { body: { ids: [made.id] } })).answer).toEqual([])
    expect((await user.call(contactApi.emails, { query: { searchTerm: 'bin@ex' } })).answer).toEqual([])
    const [row] = await binned()
    expect(row).toMatchObject({
      id: made.id,
      fullName: 'Anna Papierkorb',
      city: 'Bern',
      emailAddress: 'bin@example.com',
    })
    expect((await get(made.id)).answer.deletedAtUtc).toBe(row?.deletedAtUtc)
    expect((await remove(made.id)).problem.code).toBe('IN_BIN')
    const edit = await user.call(contactApi.update, { params: { id: made.id }, body: { ...made, version: 2 } })
    expect(edit.problem.code).toBe('IN_BIN')
    const { answer: back } = await restore(made.id)
    expect({ ...back, version: 1, updatedAtUtc: '' }).toEqual({ ...made, updatedAtUtc: '' })
    expect(await found('Papierkorb')).toHaveLength(1)
    expect((await binned()).find(({ id }) => id === made.id)).toBeUndefined()
    expect((await restore(made.id)).status).toBe(200)
  })

  test('frees e-mail addresses and numbers, and names their new owner when a restore conflicts', async () => {
    const first = await buildContact({
      emailAddresses: [{ address: 'meanwhile@example.com' }],
      phoneNumbers: [{ type: 'MOBILE', number: '079 012 33 33' }],
    })
    await remove(first.id)
    const second = await buildContact({ surname: 'Neu', emailAddresses: [{ address: 'Meanwhile@example.com' }] })
    const mail = await restore(first.id)
    expect(mail.status).toBe(409)
    expect(mail.problem).toMatchObject({ code: 'EMAIL_EXIST', owner: { id: second.id, fullName: 'Anna Neu' } })
    expect((await get(first.id)).answer.deletedAtUtc).not.toBeNull()
    await remove(second.id)
    const third = await buildContact({ surname: 'Drei', phoneNumbers: [{ type: 'FAX', number: '+41790123333' }] })
    const number = await restore(first.id)
    expect(number.problem).toMatchObject({ code: 'PHONENUMBER_EXIST', owner: { id: third.id } })
    await remove(third.id)
    expect((await restore(first.id)).status).toBe(200)
  })

  test('is closed to users who may not delete contacts', async () => {
    const { id } = await buildContact()
    expect((await as('TERMIN_USER').call(contactApi.remove, { params: { id } })).status).toBe(403)
    expect((await as('TERMIN_USER').call(contactApi.bin, {})).status).toBe(403)
  })
})

describe('the history', () => {
  const entries = async (id: string, before?: number) =>
    (await user.call(historyApi.ofContact, { params: { id }, query: { before } })).answer

  test('names who changed what, with before and after', async () => {
    const made = await buildContact({ surname: 'Vorher', emailAddresses: [{ address: 'history@example.com' }] })
    await as('ADMIN').call(contactApi.update, {
      params: { id: made.id },
      body: { ...made, surname: 'Nachher', customerType: 'PRIVATE' },
    })
    const { entries: all, more } = await entries(made.id)
    expect(more).toBe(false)
    expect(all.map(({ username, action, entity }) => [username, action, entity])).toEqual([
      ['ADMIN', 'CHANGED', 'contact'],
      ['USER', 'CREATED', 'email_address'],
      ['USER', 'CREATED', 'contact'],
    ])
    expect(all[0]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'surname', before: 'Vorher', after: 'Nachher' },
        { field: 'customerType', before: null, after: 'PRIVATE' },
      ]),
    )
    expect(all[0]?.changes).toHaveLength(2)
  })

  test('lists the parts of a new contact in the order given', async () => {
    const made = await buildContact({
      addresses: [{ addressType: 'HOME', city: 'Bern' }],
      emailAddresses: [{ address: 'in-order@example.com' }, { address: 'in-order-2@example.com' }],
      phoneNumbers: [{ type: 'MOBILE', number: '+41 79 555 66 77' }],
    })
    const { entries: all } = await entries(made.id)
    const expected = ['contact', 'address', 'email_address', 'email_address', 'phone_number']
    expect(all.map(({ entity }) => entity).reverse()).toEqual(expected)
    const { answer } = await user.call(contactApi.search, { body: { emailAddress: 'in-order-2' } })
    expect(answer.contacts.map(({ id }) => id)).toEqual([made.id])
  })

  test('records changes of contact persons and the move to the bin', async () => {
    const person = await buildContact({ surname: 'Ansprech' })
    const made = await buildContact()
    await user.call(contactApi.update, {
      params: { id: made.id },
      body: { ...made, contactPersons: [{ contactRef: person.id }] },
    })
    await user.call(contactApi.remove, { params: { id: made.id } })
    const { entries: all } = await entries(made.id)
    expect(all[0]?.changes).toMatchObject([{ field: 'deletedAt', before: null }])
    expect(all[1]?.changes).toEqual([{ field: 'contactPersons', before: [], after: ['Anna Ansprech'] }])
  })

  test('has no entry for a failed update', async () => {
    const made = await buildContact()
    await user.call(contactApi.update, { params: { id: made.id }, body: { ...made, version: 7, surname: 'x' } })
    expect((await entries(made.id)).entries).toHaveLength(1)
  })

  test('is read page by page', async () => {
    const made = await buildContact()
    for (let version = 1; version <= 60; version++) {
      await user.call(contactApi.update, { params: { id: made.id }, body: { ...made, version, remarks: `${version}` } })
    }
    const first = await entries(made.id)
    expect([first.entries.length, first.more]).toEqual([50, true])
    const second = await entries(made.id, first.entries.at(-1)?.id)
    expect([second.entries.length, second.more]).toEqual([11, false])
  })
})
