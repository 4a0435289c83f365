import { expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { contactDocumentApi } from '#contract/contacts/documents'
import { duplicateApi } from '#contract/contacts/duplicates'
import { encounterApi } from '#contract/contacts/encounters'
import { mergeApi } from '#contract/contacts/merges'
import { addressApi, emailAddressApi, phoneNumberApi } from '#contract/contacts/parts'
import { contactRecordApi } from '#contract/contacts/records'
import { contactRelationApi } from '#contract/contacts/relations'
import { emailApi } from '#contract/mail/inbox'
import { flameApi } from '#contract/orders/flames'
import { testApp } from '../../test/app.ts'
import { emailFactory } from '../../test/emails.ts'
import { flameFactory } from '../../test/flames.ts'

const testing = await testApp()
const { as, database, holding } = testing
const { buildContact, buildFlame, buildBoard } = flameFactory(as)
const { buildEmail } = emailFactory(testing)
const [admin, user] = [as('ADMIN'), as('USER')]

test('the parts of a contact in the bin are visible only to users who may see the bin', async () => {
  const { id, addresses, emailAddresses, phoneNumbers } = await buildContact({
    addresses: [{ addressType: 'HOME', city: 'Bern' }],
    emailAddresses: [{ address: 'verborgen@example.com' }],
    phoneNumbers: [{ type: 'MOBILE', number: '079 013 44 55' }],
  })
  const file = new File(['Inhalt'], 'Vertrag.txt')
  const uploaded = await admin.call(contactDocumentApi.upload, {
    params: { id },
    file,
    body: { classification: null } as never,
  })
  const attId = uploaded.answer.document?.id ?? ''
  const emailRef = await buildEmail({ from: 'verborgen@example.com' })
  await user.call(emailApi.linkToContact, { params: { id: emailRef }, query: { contactRef: id } })
  await user.call(contactApi.remove, { params: { id } })

  const params = { id }
  const looks = [
    ['contact', contactApi.get, params],
    ['address', addressApi.get, { id, subId: addresses[0]?.id ?? '' }],
    ['e-mail address', emailAddressApi.get, { id, subId: emailAddresses[0]?.id ?? '' }],
    ['number', phoneNumberApi.get, { id, subId: phoneNumbers[0]?.id ?? '' }],
    ['document', contactDocumentApi.get, { id: attId }],
    ['content', contactDocumentApi.download, { id, attId }],
    ['excerpt', contactDocumentApi.excerpt, { id, attId }],
    ['versions', contactDocumentApi.versions, { id, attId }],
    ['relations', contactRelationApi.list, params],
    ['count of relations', contactRelationApi.count, params],
    ['drawing', contactRelationApi.graph, params],
    ['flames', flameApi.ofContact, params],
    ['latest purchase', flameApi.latestPurchase, params],
  ] as const
  const reader = await holding('CONTACT_READ', 'READ_CONTACT_DOCUMENTS', 'FLAME_READ', 'EMAIL_READ')
  const answers = async (who: Pick<typeof user, 'call'>) => {
    const found: [string, number][] = []
    for (const [what, call, at] of looks)
      found.push([what, (await who.call(call as never, { params: at } as never)).status])
    return found
  }
  expect(await answers(reader)).toEqual(looks.map(([what]) => [what, 404]))
  expect(await answers(user)).toEqual(looks.map(([what]) => [what, 200]))

  const mail = async (who: Pick<typeof user, 'call'>) =>
    (await who.call(emailApi.get, { params: { id: emailRef } })).answer
  expect(await mail(reader)).toMatchObject({ contactRef: null, contactName: null })
  expect((await mail(user)).contactRef).toBe(id)
})

test('an e-mail names its contacts only to users who may read contacts', async () => {
  const { id } = await buildContact({ surname: 'Geheim', emailAddresses: [{ address: 'geheim@example.com' }] })
  const [linked, proposed] = [await buildEmail(), await buildEmail({ from: 'geheim@example.com' })]
  await user.call(emailApi.linkToContact, { params: { id: linked }, query: { contactRef: id } })
  const told = async (who: Pick<typeof user, 'call'>) => {
    const one = async (email: string) => (await who.call(emailApi.get, { params: { id: email } })).answer
    const { emails } = (await who.call(emailApi.list, { query: {} })).answer
    const ofContact = (await who.call(emailApi.list, { query: { contactRef: id } })).answer.emails
    const thread = (await who.call(emailApi.thread, { params: { id: linked } })).answer
    const all = [await one(linked), await one(proposed), emails, thread]
    return { names: JSON.stringify(all).match(/Anna Geheim/g)?.length ?? 0, ofContact: ofContact.length }
  }
  expect(await told(user)).toEqual({ names: 4, ofContact: 1 })
  expect(await told(await holding('EMAIL_READ'))).toEqual({ names: 0, ofContact: 0 })
})

test('the latest purchase is shown only to users who may see orders', async () => {
  const { id } = await buildContact()
  await database.pool.query(`update contact set latest_purchase = '2026-05-17' where id = $1`, [id])
  const told = async (who: Pick<typeof user, 'call'>) =>
    (await who.call(contactApi.get, { params: { id } })).answer.latestPurchase
  expect(await told(user)).toBe('2026-05-17')
  expect(await told(as('TERMIN_USER'))).toBeNull()
})

test('the admin tools for contacts also need the right to read contacts', async () => {
  const { id } = await buildContact()
  const keeper = await holding('GENERAL_ADMIN_FUNCTIONS')
  const statuses = [
    (await keeper.call(contactRecordApi.preview, { params: { id } })).status,
    (await keeper.call(contactRecordApi.erase, { params: { id }, body: { name: 'Anna Beispiel' } })).status,
    (await keeper.call(duplicateApi.list, { query: {} })).status,
    (await keeper.call(mergeApi.list, {})).status,
  ]
  expect(statuses).toEqual([403, 403, 403, 403])
  await user.call(contactApi.remove, { params: { id } })
  const withoutBin = await holding('GENERAL_ADMIN_FUNCTIONS', 'CONTACT_READ')
  expect((await withoutBin.call(contactRecordApi.preview, { params: { id } })).status).toBe(404)
  expect((await admin.call(contactRecordApi.preview, { params: { id } })).status).toBe(200)
})

test('an order can be restored from the archive while its contact is in the bin and hidden', async () => {
  const flame = await buildFlame()
  const seller = await holding('FLAME_READ', 'FLAME_MODIFY', 'TASKBOARD_READ')
  await seller.call(flameApi.archive, { params: { id: flame.id } })
  await user.call(contactApi.remove, { params: { id: flame.dossier.contactRef } })
  expect((await seller.call(flameApi.revertArchived, { params: { id: flame.id } })).status).toBe(200)
})

test('a user without the right to link e-mails who makes a flame from one leaves it unlinked', async () => {
  const [emailRef, contact, board] = [await buildEmail(), await buildContact(), await buildBoard()]
  const body = { contactRef: contact.id, taskboardRef: board.id, emailRef }
  const seller = await holding('FLAME_READ', 'FLAME_CREATE', 'TASKBOARD_READ', 'EMAIL_READ', 'CONTACT_READ')
  const made = await seller.call(flameApi.add, { body })
  expect(made.status, JSON.stringify(made.problem)).toBe(200)
  expect((await user.call(emailApi.get, { params: { id: emailRef } })).answer.contactRef).toBeNull()

  const writer = await holding('CONTACT_READ', 'CONTACT_CREATE')
  const { problem } = await writer.call(contactApi.add, { body: { surname: 'Neu' }, query: { emailRef } })
  expect(problem.errors).toMatchObject([{ path: 'emailRef', code: 'unknownRef' }])
})

test('errors name a contact only to users who may read contacts', async () => {
  const [survivor, gone] = [
    await buildContact({
      surname: 'Bleibt',
      emailAddresses: [{ address: 'bleibt@example.com' }],
      phoneNumbers: [{ type: 'MOBILE', number: '079 013 66 77' }],
    }),
    await buildContact({ surname: 'Geht' }),
  ]
  const encounterType = 'TELEPHONE' as const
  const noted = (await user.call(encounterApi.add, { params: { id: gone.id }, body: { encounterType } })).answer
  const contacts = [survivor, gone].map(({ id, version }) => ({ contactRef: id, version }))
  const merged = await admin.call(mergeApi.merge, { body: { survivorRef: survivor.id, contacts } })
  expect(merged.status, JSON.stringify(merged.problem)).toBe(200)
  const { taskboardRef } = await buildFlame()
  const params = { id: gone.id }
  const { id: encId, version, originalKnownSince } = noted
  const body = { version, originalKnownSince, encounterType }
  const told = async ({ call }: Pick<typeof user, 'call'>) => {
    const answers = [
      await call(encounterApi.add, { params, body: { encounterType } }),
      await call(encounterApi.update, { params: { ...params, encId }, body }),
      await call(flameApi.add, { body: { contactRef: gone.id, taskboardRef } }),
      await call(contactApi.add, { body: { surname: 'Neu', emailAddresses: [{ address: 'bleibt@example.com' }] } }),
      await call(contactApi.add, {
        body: { surname: 'Neu', phoneNumbers: [{ type: 'MOBILE', number: '079 013 66 77' }] },
      }),
    ]
    const names = answers.map(({ problem }) => /Bleibt|Geht/.test(JSON.stringify(problem)))
    return answers.map(({ problem }, at) => [problem.code, names[at]])
  }
  expect(await told(admin)).toEqual([
    ['MERGED_MEANWHILE', true],
    ['MOVED_ELSEWHERE', true],
    ['MERGED_MEANWHILE', true],
    ['EMAIL_EXIST', true],
    ['PHONENUMBER_EXIST', true],
  ])
  const blind = await holding(
    'ENCOUNTER_CREATE',
    'ENCOUNTER_MODIFY',
    'FLAME_CREATE',
    'TASKBOARD_READ',
    'CONTACT_CREATE',
  )
  expect(await told(blind)).toEqual([
    ['NOT_FOUND', false],
    ['NOT_FOUND', false],
    ['VALIDATION', false],
    ['EMAIL_EXIST', false],
    ['PHONENUMBER_EXIST', false],
  ])
})
