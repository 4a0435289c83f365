import { expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { masterData } from '#contract/lists/master-data'
import { emailApi } from '#contract/mail/inbox'
import { flameApi } from '#contract/orders/flames'
import { testApp } from '../../../test/app.ts'
import { callAtOnce } from '../../../test/at-once.ts'
import { emailFactory } from '../../../test/emails.ts'
import { flameFactory } from '../../../test/flames.ts'

const app = await testApp()
const { as, database } = app
const { buildEmail } = emailFactory(app)
const { buildBoard, buildContact, buildFlame } = flameFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]

const begin = async (id: string, emailRef: string | null = null) =>
  user.call(flameApi.begin, { params: { id }, body: { emailRef } })
const address = (street: string) => ({ addressType: 'HOME' as const, street, zipCode: '6300', city: 'Zug' })

test('a new flame goes to the latest board for this type of customer, and its e-mail to the contact', async () => {
  const [reseller, buyer] = [
    await buildContact({ customerType: 'RESELLER_25' }),
    await buildContact({ customerType: 'PRIVATE' }),
  ]
  const [one, other] = [await buildBoard(), await buildBoard()]
  await buildFlame({ contactRef: reseller.id, taskboardRef: one.id })
  await buildFlame({ contactRef: buyer.id, taskboardRef: other.id })
  const emailRef = await buildEmail()
  const next = await buildContact({ customerType: 'RESELLER_25' })
  const { answer } = await begin(next.id, emailRef)
  expect(answer).toMatchObject({ taskboardRef: one.id, step: one.steps[0]?.id, dossier: { contactRef: next.id } })
  const { answer: private_ } = await begin((await buildContact({ customerType: 'PRIVATE' })).id)
  expect(private_.taskboardRef).toBe(other.id)
  expect((await user.call(emailApi.get, { params: { id: emailRef } })).answer.contactRef).toBe(next.id)
})

test('a board whose first step has requirements is avoided when there is another', async () => {
  const open = await buildBoard()
  const [earlier, later] = [
    await buildContact({ customerType: 'FIRE_HELPER' }),
    await buildContact({ customerType: 'FIRE_HELPER' }),
  ]
  await buildFlame({ contactRef: earlier.id, taskboardRef: open.id })
  const asking = await buildBoard({ steps: [{ title: 'Bestellt', requires: ['SAP_NUMBER'] }] })
  await buildFlame({ contactRef: earlier.id, taskboardRef: asking.id, dossier: { sapOrdernumber: '4711' } })
  expect((await begin(later.id)).answer.taskboardRef).toBe(open.id)
})

test('a new dossier has the single or favourite parts of the contact, and none of several', async () => {
  const board = await buildBoard()
  await buildFlame({ taskboardRef: board.id })
  const single = await buildContact({
    addresses: [address('Seeweg 4')],
    emailAddresses: [{ address: 'begin-one@example.test' }],
    phoneNumbers: [
      { type: 'LANDLINE', number: '041 555 10 01' },
      { type: 'FAX', number: '041 555 10 02' },
    ],
  })
  const { dossier } = (await begin(single.id)).answer
  expect(dossier).toMatchObject({
    billingAddressRef: single.addresses[0]?.id,
    deliveryAddressRef: single.addresses[0]?.id,
    avisEmailRef: single.emailAddresses[0]?.id,
    avisPhoneNumberRef: single.phoneNumbers.find(({ type }) => type === 'LANDLINE')?.id,
    paymentConditionRef: null,
  })

  const several = await buildContact({
    addresses: [address('Seeweg 5'), address('Bergweg 6')],
    emailAddresses: [{ address: 'begin-two@example.test' }, { address: 'begin-three@example.test', favorite: true }],
    phoneNumbers: [
      { type: 'LANDLINE', number: '041 555 10 03' },
      { type: 'MOBILE', number: '079 555 10 04' },
      { type: 'BUSINESS', number: '041 555 10 05' },
    ],
  })
  const guessed = (await begin(several.id)).answer.dossier
  expect(guessed).toMatchObject({ billingAddressRef: null, deliveryAddressRef: null })
  expect(guessed.avisEmailRef).toBe(several.emailAddresses.find(({ favorite }) => favorite)?.id)
  expect(guessed.avisPhoneNumberRef).toBe(several.phoneNumbers.find(({ type }) => type === 'MOBILE')?.id)
})

test('a new dossier takes terms and present addresses from the latest order', async () => {
  const contact = await buildContact({ addresses: [address('Alt 1'), address('Neu 2')] })
  const [first, second] = contact.addresses
  const { id: paymentConditionRef } = (
    await admin.call(masterData.paymentConditions.add, { body: { title: 'Begin 45 Tage' } })
  ).answer
  const order = await buildFlame({
    contactRef: contact.id,
    dossier: {
      sapOrdernumber: '4711',
      paymentConditionRef,
      currency: 'EUR',
      billingAddressRef: second?.id ?? null,
      deliveryAddressRef: first?.id ?? null,
    },
  })
  expect(order.dossier.currency).toBe('EUR')
  await buildFlame({ contactRef: contact.id, dossier: { currency: 'CHF' } })
  expect((await begin(contact.id)).answer.dossier).toMatchObject({
    paymentConditionRef,
    currency: 'EUR',
    billingAddressRef: second?.id,
    deliveryAddressRef: first?.id,
    articles: [],
  })
})

test('a missing or deleted contact cannot get a flame', async () => {
  expect((await begin('01900000-0000-7000-8000-000000000000')).problem.code).toBe('NOT_FOUND')
  const gone = await buildContact()
  await user.call(contactApi.remove, { params: { id: gone.id } })
  const { status, problem } = await begin(gone.id)
  expect([status, problem.code]).toEqual([400, 'VALIDATION'])
  expect((await user.call(flameApi.ofContact, { params: { id: gone.id } })).answer).toEqual([])
})

test('an e-mail linked by somebody else at the same moment keeps that contact', async () => {
  const emailRef = await buildEmail()
  const [theirs, other] = [await buildContact(), await buildContact()]
  const [linked, begun] = await callAtOnce(
    database,
    () => user.call(emailApi.linkToContact, { params: { id: emailRef }, query: { contactRef: theirs.id } }),
    () => begin(other.id, emailRef),
  )
  expect([linked.status, begun.status]).toEqual([200, 200])
  expect((await user.call(emailApi.get, { params: { id: emailRef } })).answer.contactRef).toBe(theirs.id)
})
