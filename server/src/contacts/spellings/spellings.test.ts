import { expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { duplicateApi } from '#contract/contacts/duplicates'
import { emailAddressApi } from '#contract/contacts/parts'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'

const { as } = await testApp()
const user = as('USER')
const buildContact = contactFactory(as)

test.each([
  ['info@müller.ch', 'INFO@xn--mller-kva.ch'],
  ['post@XN--mller-kva.ch', 'post@müller.ch'],
  ['laden@mu\u0308ller.ch', 'laden@müller.ch'],
])('%s is the same address as %s, and is there once', async (first, second) => {
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
