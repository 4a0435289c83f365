import { expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { encounterApi } from '#contract/contacts/encounters'
import { emailApi } from '#contract/mail/inbox'
import { flameApi } from '#contract/orders/flames'
import { userApi } from '#contract/users/users'
import { testApp } from '../../../test/app.ts'
import { emailFactory } from '../../../test/emails.ts'
import { flameFactory } from '../../../test/flames.ts'

const app = await testApp()
const { as } = app
const { buildEmail } = emailFactory(app)
const { buildBoard, buildContact, buildFlame } = flameFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]

const originOf = async (id: string) => (await user.call(flameApi.origin, { params: { id } })).answer
const emailOf = async (id: string) => (await user.call(emailApi.get, { params: { id } })).answer

test('a flame names the e-mail it was made from, which is linked to its contact; a copy names none', async () => {
  const [emailRef, contact] = [await buildEmail({ subject: 'Feuerschale gesucht' }), await buildContact()]
  const flame = await buildFlame({ contactRef: contact.id, emailRef })
  expect(await originOf(flame.id)).toEqual({
    email: { id: emailRef, subject: 'Feuerschale gesucht', assigneeRef: null },
  })
  expect((await emailOf(emailRef)).contactRef).toBe(contact.id)
  const { encounters } = (await user.call(encounterApi.list, { params: { id: contact.id } })).answer
  expect(encounters.map(({ upstreamId }) => upstreamId)).toEqual([emailRef])

  const to = { taskboardRef: flame.taskboardRef, step: flame.step }
  const copy = (await user.call(flameApi.duplicate, { params: { id: flame.id }, body: to })).answer
  expect(await originOf(copy.id)).toEqual({ email: null })
})

test('a flame made from an e-mail of another contact leaves the e-mail there', async () => {
  const [emailRef, contact] = [await buildEmail(), await buildContact()]
  await user.call(emailApi.linkToContact, { params: { id: emailRef }, query: { contactRef: contact.id } })
  await buildFlame({ emailRef })
  expect((await emailOf(emailRef)).contactRef).toBe(contact.id)
})

test('a flame cannot be made from an unknown e-mail, nor by users who may not read it', async () => {
  const [contact, board] = [await buildContact(), await buildBoard()]
  const emailRef = await buildEmail()
  const blind = await app.holding('FLAME_CREATE', 'FLAME_READ', 'CONTACT_READ')
  const addFor = (who: Pick<typeof user, 'call'>, from?: string) =>
    who.call(flameApi.add, { body: { contactRef: contact.id, taskboardRef: board.id, emailRef: from } })
  for (const { problem } of [
    await addFor(user, '01999999-0000-7000-8000-000000000000'),
    await addFor(blind, emailRef),
  ]) {
    expect(problem.errors).toMatchObject([{ path: 'emailRef', code: 'unknownRef' }])
  }
  expect((await emailOf(emailRef)).contactRef).toBeNull()
  expect((await user.call(flameApi.ofContact, { params: { id: contact.id } })).answer).toEqual([])
  expect((await addFor(blind)).status).toBe(200)
})

test('the origin of a contact is shown to users who may see that board and e-mail', async () => {
  const { id: own = '' } =
    (await admin.call(userApi.list, {})).answer.find(({ username }) => username === 'ADMIN') ?? {}
  const board = await buildBoard({ assignedUsers: [own] })
  const emailRef = await buildEmail({ subject: 'Neu hier' })
  const body = { legalType: 'NATURAL' as const, surname: 'Neu' }
  const query = { blackboardRef: board.id, emailRef }
  const { id } = (await admin.call(contactApi.add, { body, query })).answer
  const origin = async (who: typeof user) => (await who.call(contactApi.origin, { params: { id } })).answer
  const email = { id: emailRef, subject: 'Neu hier', assigneeRef: null }
  expect(await origin(admin)).toEqual({ blackboard: { id: board.id, title: board.title }, email })
  expect(await origin(user)).toEqual({ blackboard: null, email })
  expect(await origin(as('TERMIN_USER'))).toEqual({ blackboard: null, email: null })
})
