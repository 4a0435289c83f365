import { expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { duplicateApi } from '#contract/contacts/duplicates'
import { emailAddressApi } from '#contract/contacts/parts'
import { testApp } from '../../../test/app.ts'
import { atOnceWith } from '../../../test/at-once.ts'
import { contactFactory } from '../../../test/contacts.ts'

const { as, database } = await testApp()
const user = as('USER')
const buildContact = contactFactory(as)

test.each([
  ['info@müller.ch', 'INFO@xn--mller-kva.ch'],
  ['post@XN--mller-kva.ch', 'post@müller.ch'],
  ['laden@mu\u0308ller.ch', 'laden@müller.ch'],
])('%s and %s are one e-mail address and can exist only once', async (first, second) => {
  const owner = await buildContact({ emailAddresses: [{ address: first }] })
  const [kept] = owner.emailAddresses
  expect(kept?.address).toBe(first.replace(/@.*/, '@müller.ch'))
  const added = await user.call(contactApi.add, {
    body: { surname: 'Zweite', emailAddresses: [{ address: second }] },
  })
  expect(added.problem).toMatchObject({ code: 'EMAIL_EXIST', owner: { id: owner.id } })
  const twice = { surname: 'Dritte', emailAddresses: [{ address: `neu.${first}` }, { address: `neu.${second}` }] }
  const { problem } = await user.call(contactApi.add, { body: twice })
  expect(problem).toMatchObject({ code: 'EMAIL_EXIST', errors: [{ path: 'emailAddresses.1.address' }] })
  const other = await buildContact({ emailAddresses: [{ address: `andere.${second}` }] })
  const params = { id: other.id, subId: other.emailAddresses[0]?.id ?? '' }
  const changed = await user.call(emailAddressApi.update, { params, body: { version: 1, address: second } })
  expect(changed.problem).toMatchObject({ code: 'EMAIL_EXIST', owner: { id: owner.id } })
  const shared = await user.call(emailAddressApi.add, {
    params: { id: other.id },
    body: { address: second, sharedByContactPersonRef: owner.id },
  })
  expect(shared.answer).toMatchObject({ address: kept?.address, sharedByContactPersonRef: owner.id })
  const draft = { givenName: '', surname: '', companyName: '', birthdate: null, uid: '', phones: [], places: [] }
  const likely = await user.call(duplicateApi.likely, { body: { ...draft, emails: [second] } })
  expect(JSON.stringify(likely.answer.matches)).toContain(owner.id)
})

/** Builds a contact with an address in a spelling that was stored before domains were normalised. */
async function savedEarlier(address: string) {
  const { id, emailAddresses } = await buildContact({
    emailAddresses: [{ address: `${crypto.randomUUID()}@old.example` }],
  })
  const subId = emailAddresses[0]?.id ?? ''
  await database.pool.query('update email_address set address = $2 where id = $1', [subId, address])
  return { id, params: { id, subId }, address }
}

test.each(['stern@xn--mller-kva.ch', 'stern@GRÜN.ch'])(
  'a shared %s, saved before spellings were unified, can become the favourite',
  async (address) => {
    const owner = await savedEarlier(address)
    const { id } = await buildContact()
    const share = { address, sharedByContactPersonRef: owner.id }
    const { answer: shared } = await user.call(emailAddressApi.add, { params: { id }, body: share })
    const params = { id, subId: shared.id }
    const { status, answer } = await user.call(emailAddressApi.update, {
      params,
      body: { version: 1, address: shared.address, favorite: true },
    })
    expect([status, answer.favorite, answer.address]).toEqual([200, true, address])
    const { problem } = await user.call(emailAddressApi.update, {
      params,
      body: { version: 2, address: `andere.${address}` },
    })
    expect(problem.code).toBe('SHARED_ELSEWHERE')
  },
)

test('two equal addresses saved earlier in different spellings can still be edited', async () => {
  const one = await savedEarlier('zwei@xn--mller-kva.ch')
  const other = await savedEarlier('zwei@müller.ch')
  for (const { params, address } of [one, other]) {
    const body = { version: 1, address, favorite: true }
    const { status, answer } = await user.call(emailAddressApi.update, { params, body })
    expect([status, answer.favorite, answer.address]).toEqual([200, true, address])
  }
  const body = { version: 2, address: 'zwei@müller.ch' }
  const { problem } = await user.call(emailAddressApi.update, { params: one.params, body })
  expect(problem).toMatchObject({ code: 'EMAIL_EXIST', owner: { id: other.id } })
})

test('a Punycode domain without a valid Unicode form stays and can be saved again', async () => {
  const { id, emailAddresses } = await buildContact({ emailAddresses: [{ address: 'x@a.xn--ls8h.la' }] })
  const [kept] = emailAddresses
  expect(kept?.address).toBe('x@a.xn--ls8h.la')
  const params = { id, subId: kept?.id ?? '' }
  const body = { version: 1, address: kept?.address ?? '', favorite: true }
  expect((await user.call(emailAddressApi.update, { params, body })).status).toBe(200)
})

test('a bounce report that arrives while the address is saved is kept', async () => {
  const { params, address } = await savedEarlier('zurueck@bounce.example')
  const bounced = `update email_address set undeliverable = true where id = '${params.subId}'`
  const body = { version: 1, address, favorite: true }
  const { answer } = await atOnceWith(database, bounced, () => user.call(emailAddressApi.update, { params, body }))
  expect(answer).toMatchObject({ favorite: true, undeliverable: true })
})
