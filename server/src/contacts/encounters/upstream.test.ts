import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { encounterApi } from '#contract/contacts/encounters'
import { mergeApi } from '#contract/contacts/merges'
import { readTold, toldHeader } from '#contract/live'
import { emailApi } from '#contract/mail/inbox'
import { boardApi } from '#contract/orders/boards'
import { flameApi } from '#contract/orders/flames'
import { commentApi } from '#contract/together/comments'
import { historyApi } from '#contract/together/history'
import { testApp } from '../../../test/app.ts'
import { emailFactory } from '../../../test/emails.ts'
import { flameFactory } from '../../../test/flames.ts'

const { as, database, holding, appContext } = await testApp()
const { buildBoard, buildContact, buildFlame } = flameFactory(as)
const { buildEmail } = emailFactory({ database, appContext })
const admin = as('ADMIN')

const timeline = async (id: string, who: Pick<typeof admin, 'call'> = admin) =>
  (await who.call(encounterApi.list, { params: { id } })).answer.encounters
const archived = async () => {
  const flame = await buildFlame()
  await admin.call(flameApi.archive, { params: { id: flame.id } })
  return { flame, params: { id: flame.id }, contactRef: flame.dossier.contactRef }
}
const purge = async (id: string) => {
  await sql`delete from email where id = ${id}`.execute(database.kysely)
}

test('an encounter names an e-mail or a flame with its board, never both', async () => {
  const { flame, contactRef } = await archived()
  const emailId = await buildEmail()
  await admin.call(emailApi.linkToContact, { params: { id: emailId }, query: { contactRef } })
  const upstreams = (await timeline(contactRef)).map(({ upstreamId }) => upstreamId)
  expect(new Set(upstreams)).toEqual(new Set([emailId, `${flame.id}#${flame.taskboardRef}`]))
  const both = sql`update encounter set email_id = ${emailId} where flame_id = ${flame.id}`.execute(database.kysely)
  await expect(both).rejects.toThrow('encounter_one_upstream')
  const flameAlone = sql`update encounter set flame_id = ${flame.id} where email_id = ${emailId}`
  await expect(flameAlone.execute(database.kysely)).rejects.toThrow('encounter_one_upstream')
})

test('an entry shows the state of its e-mail as long as the e-mail exists', async () => {
  const contact = await buildContact()
  const emailId = await buildEmail({
    text: 'Haben Sie noch Schalen?',
    attachments: [{ name: 'Garten.txt', mimeType: 'text/plain', content: 'Plan' }],
  })
  await admin.call(emailApi.linkToContact, { params: { id: emailId }, query: { contactRef: contact.id } })
  const read = async () => (await timeline(contact.id))[0]?.email
  const facts = { preview: 'Haben Sie noch Schalen?', attachmentCount: 1, answeredAtUtc: null, delivery: null }
  expect(await read()).toEqual({ ...facts, state: 'OPEN' })
  const { response } = await admin.call(emailApi.setToClose, { params: { id: emailId }, query: {} })
  expect(readTold(String(response.headers[toldHeader]))).toContainEqual(
    expect.objectContaining({ kind: 'encounter', contact: contact.id }),
  )
  expect(await read()).toEqual({ ...facts, state: 'CLOSED' })
  await purge(emailId)
  expect(await read()).toBeNull()
})

test('a comment belongs to exactly one record', async () => {
  const [contact, emailId] = [await buildContact(), await buildEmail()]
  const on = async (id: string) =>
    (await admin.call(commentApi.add, { params: { id }, body: { text: 'Wer ruft an?' } })).answer
  expect(await on(contact.id)).toMatchObject({ commentFor: 'CONTACT', upstreamRef: contact.id })
  expect(await on(emailId)).toMatchObject({ commentFor: 'EMAIL', upstreamRef: emailId })
  for (const [contactId, mail] of [
    [contact.id, emailId],
    [null, null],
  ]) {
    const adding = sql`insert into comment (contact_id, email_id, text) values (${contactId}, ${mail}, 'x')`
    await expect(adding.execute(database.kysely)).rejects.toThrow('comment')
  }
})

test('after an e-mail is purged, only its timeline entry stays', async () => {
  const emailId = await buildEmail()
  const contact = (await admin.call(contactApi.add, { body: { surname: 'Herkunft' }, query: { emailRef: emailId } }))
    .answer
  await admin.call(commentApi.add, { params: { id: emailId }, body: { text: 'Bald weg' } })
  await purge(emailId)
  expect((await timeline(contact.id)).map(({ upstreamId }) => upstreamId)).toEqual([null])
  expect((await admin.call(contactApi.origin, { params: { id: contact.id } })).answer.email).toBeNull()
  const { rows } = await sql`select from comment where text = 'Bald weg'`.execute(database.kysely)
  expect(rows).toEqual([])
})

test('the entry of a flame that was removed for good stays visible to users who see its board', async () => {
  const { flame, params, contactRef } = await archived()
  const [entry] = await timeline(contactRef)
  const encId = entry?.id ?? ''
  const body = { ...entry, version: entry?.version ?? 0, description: 'Von Hand ergänzt' } as never
  await admin.call(encounterApi.update, { params: { id: contactRef, encId }, body })
  await admin.call(flameApi.remove, { params })
  await admin.call(encounterApi.restore, { params: { id: contactRef, encId } })
  expect((await admin.call(flameApi.removeForGood, { params })).status).toBe(204)
  expect(await timeline(contactRef)).toMatchObject([{ description: 'Von Hand ergänzt', upstreamId: null }])
  const reader = await holding('CONTACT_READ', 'ENCOUNTER_READ')
  const orders = await holding('CONTACT_READ', 'ENCOUNTER_READ', 'FLAME_READ')
  expect(await timeline(contactRef, reader)).toEqual([])
  expect(await timeline(contactRef, orders)).toHaveLength(1)

  expect((await admin.call(boardApi.remove, { params: { id: flame.taskboardRef } })).status).toBe(204)
  expect(await timeline(contactRef, reader)).toEqual([])
  expect(await timeline(contactRef, orders)).toHaveLength(1)
})

test('the entry of an archived flame names its present board once the former one is removed', async () => {
  const { flame, params, contactRef } = await archived()
  const next = await buildBoard()
  const step = next.steps[0]?.id ?? ''
  await sql`update flame set step_id = ${step} where id = ${flame.id}`.execute(database.kysely)
  expect((await admin.call(boardApi.remove, { params: { id: flame.taskboardRef } })).status).toBe(204)
  expect((await timeline(contactRef)).map(({ upstreamId }) => upstreamId)).toEqual([`${flame.id}#${next.id}`])
  expect((await admin.call(flameApi.revertArchived, { params })).status).toBe(200)
  expect(await timeline(contactRef)).toEqual([])
})

test('old history entries that name a flame and board as text are shown by the rights on that board', async () => {
  const [contact, board] = [await buildContact(), await buildBoard({ assignedRoles: [await roleOf('ADMIN')] })]
  const upstream = `${contact.id}#${board.id}`
  await sql`
    insert into history (entity, entity_id, root_id, action, changes)
    values ('encounter', uuid_v7(), ${contact.id}, 'REMOVED',
            ${JSON.stringify({ encounter_type: ['TASK', null], title: ['Geheim', null], upstream_id: [upstream, null] })})`.execute(
    database.kysely,
  )
  const told = async (who: Pick<typeof admin, 'call'>) =>
    (await who.call(historyApi.ofContact, { params: { id: contact.id } })).answer.entries.filter(
      ({ entity }) => entity === 'encounter',
    ).length
  expect(await told(admin)).toBe(1)
  expect(await told(as('USER'))).toBe(0)
  await sql`delete from blackboard_role where owner_id = ${board.id}`.execute(database.kysely)
  expect(await told(as('USER'))).toBe(1)
  expect(await told(as('TERMIN_USER'))).toBe(0)
})

async function roleOf(name: string): Promise<string> {
  const { id } = await database.kysely
    .selectFrom('role')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return id
}

test('a merge can be undone after the e-mail that a contact was made from is purged', async () => {
  const emailId = await buildEmail()
  const survivor = await buildContact({ surname: 'Bleibt' })
  const other = (await admin.call(contactApi.add, { body: { surname: 'Geht' }, query: { emailRef: emailId } })).answer
  const contacts = [survivor, other].map(({ id: contactRef, version }) => ({ contactRef, version }))
  const merged = await admin.call(mergeApi.merge, { body: { survivorRef: survivor.id, contacts } })
  expect(merged.status, JSON.stringify(merged.problem)).toBe(200)
  await purge(emailId)
  expect((await admin.call(mergeApi.undo, { params: { id: merged.answer.mergeRef } })).status).toBe(204)
  expect((await admin.call(contactApi.get, { params: { id: other.id } })).answer).toMatchObject({ surname: 'Geht' })
})
