import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { testApp } from '../../test/app.ts'
import { contactFactory } from '../../test/contacts.ts'

const { as } = await testApp()
const user = as('USER')
const buildContact = contactFactory(as)

describe('lists of contacts', () => {
  test('byIds returns existing contacts in the order of the ids', async () => {
    const contacts = [await buildContact(), await buildContact(), await buildContact()]
    const ids = contacts.map(({ id }) => id).reverse()
    const { answer } = await user.call(contactApi.byIds, { body: { ids: [randomUUID(), ...ids] } })
    expect(answer.map(({ id }) => id)).toEqual(ids)
    expect((await user.call(contactApi.byIds, { body: { ids: [] } })).answer).toEqual([])
    const tooMany = Array.from({ length: 1001 }, () => randomUUID())
    expect((await user.call(contactApi.byIds, { body: { ids: tooMany } })).status).toBe(400)
  })

  test('e-mail addresses are completed by address or name, the favourite first', async () => {
    const { id } = await buildContact({
      givenName: 'Käthi',
      surname: 'Empfänger',
      emailAddresses: [{ address: 'zweite@example.com' }, { address: 'lieblings@example.com', favorite: true }],
    })
    await buildContact({ companyName: 'Empfang AG', emailAddresses: [{ address: 'info@empfang.example' }] })
    const complete = async (searchTerm?: string) =>
      (await user.call(contactApi.emails, { query: { searchTerm } })).answer.map(({ address }) => address)
    expect(await complete('lieblings@')).toContain('lieblings@example.com')
    expect(await complete('Empfaenger')).toEqual(['lieblings@example.com', 'zweite@example.com'])
    expect(await complete('käthi empf')).toEqual(['lieblings@example.com', 'zweite@example.com'])
    expect(await complete('Empfänger Käthi')).toEqual(['lieblings@example.com', 'zweite@example.com'])
    expect(await complete('empfang ag')).toEqual(['info@empfang.example'])
    expect(await complete('em%f')).toEqual([])
    expect(await complete('Käthi & Empfänger')).toEqual(['lieblings@example.com', 'zweite@example.com'])
    expect(await complete('empfang - ag')).toEqual(['info@empfang.example'])
    expect(await complete('&')).toEqual([])
    expect((await complete()).length).toBeGreaterThan(2)
    const { answer } = await user.call(contactApi.emails, { query: { searchTerm: 'lieblings' } })
    expect(answer[0]).toEqual({
      address: 'lieblings@example.com',
      contactRef: id,
      fullName: 'Käthi Empfänger',
      favorite: true,
    })
  })

  test('the supplier and reseller types among recipients are named once, in any letter case', async () => {
    const types = ['SUPPLIER', 'RESELLER', 'RESELLER_10', 'RESELLER_25', 'PRIVATE'] as const
    for (const customerType of types) {
      const address = `${customerType.toLowerCase().replace('_', '-')}@which.example`
      const emailAddresses = [{ address }, { address: `2.${address}` }]
      await buildContact({ givenName: '', surname: customerType, customerType, emailAddresses })
    }
    const which = async (recipients: string | string[]) =>
      (await user.call(contactApi.whichIsSupplierOrReseller, { query: { recipients } })).answer
    expect(await which('SUPPLIER@which.example')).toEqual(['SUPPLIER'])
    expect(await which([' reseller@which.example ', '2.reseller@which.example', 'private@which.example'])).toEqual([
      'RESELLER',
    ])
    const all = types.map((type) => `${type.toLowerCase().replace('_', '-')}@which.example`)
    expect(await which(all)).toEqual(['RESELLER', 'RESELLER_10', 'RESELLER_25', 'SUPPLIER'])
    expect(await which(['nobody@which.example', ''])).toEqual([])
  })
})
