import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { encounterApi } from '#contract/contacts/encounters'
import { mergeApi } from '#contract/contacts/merges'
import { contactRecordApi } from '#contract/contacts/records'
import { emailApi } from '#contract/mail/inbox'
import { commentApi } from '#contract/together/comments'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { emailFactory } from '../../../test/emails.ts'
import { unzip } from '../../../test/unzip.ts'

const { as, database, appContext } = await testApp()
const admin = as('ADMIN')
const buildContact = contactFactory(as)
const { buildEmail, buildMailbox } = emailFactory({ database, appContext })
const link = (id: string, contactRef: string) =>
  admin.call(emailApi.linkToContact, { params: { id }, query: { contactRef } })
const ownerOf = async (id: string) => (await admin.call(emailApi.get, { params: { id } })).answer.contactRef

test('e-mails follow their contact into a merge and back when it is undone', async () => {
  const [survivor, other] = [await buildContact(), await buildContact()]
  const id = await buildEmail()
  await link(id, other.id)
  const contacts = [survivor, other].map(({ id: contactRef, version }) => ({ contactRef, version }))
  const merged = await admin.call(mergeApi.merge, { body: { survivorRef: survivor.id, contacts } })
  expect(merged.status, JSON.stringify(merged.problem)).toBe(200)
  expect(await ownerOf(id)).toBe(survivor.id)
  expect((await admin.call(mergeApi.undo, { params: { id: merged.answer.mergeRef } })).status).toBe(204)
  expect(await ownerOf(id)).toBe(other.id)
})

test('when two users link an e-mail, the second gets a conflict, also when releasing it', async () => {
  const [one, other] = [await buildContact(), await buildContact()]
  const id = await buildEmail()
  const { version } = (await admin.call(emailApi.get, { params: { id } })).answer
  const linked = await admin.call(emailApi.linkToContact, { params: { id }, query: { contactRef: one.id, version } })
  expect(linked.status).toBe(200)
  const late = await as('USER').call(emailApi.linkToContact, {
    params: { id },
    query: { contactRef: other.id, version },
  })
  expect(late.problem).toMatchObject({ status: 409, code: 'STALE_VERSION', current: { contactRef: one.id } })
  const released = await as('USER').call(emailApi.releaseContact, { params: { id }, query: { version } })
  expect(released.problem).toMatchObject({ status: 409, code: 'STALE_VERSION' })
  expect(await ownerOf(id)).toBe(one.id)
})

test('the record of a contact has its e-mails with comments, and erasing it removes them for good', async () => {
  const contact = await buildContact({ givenName: 'Berta', surname: 'Beispiel' })
  const attachments = [{ name: 'brief.txt', mimeType: 'text/plain', content: 'Inhalt des Briefs' }]
  const id = await buildEmail({ text: 'Vertraulich', attachments, mailboxId: await buildMailbox() })
  await link(id, contact.id)
  await admin.call(commentApi.add, { params: { id }, body: { text: 'Zu Berta, @USER' } })
  await admin.call(commentApi.add, { params: { id: contact.id }, body: { text: 'Zum Kontakt' } })
  await admin.call(commentApi.add, { params: { id: await buildEmail() }, body: { text: 'Zu niemandem' } })
  const record = await admin.call(contactRecordApi.archive, { params: { id: contact.id } })
  const files = unzip(record.response.rawPayload)
  expect(JSON.parse(files.get('email_body.json') ?? '[]')).toMatchObject([{ text: 'Vertraulich' }])
  expect([...files.values()]).toContain('Inhalt des Briefs')
  const texts = JSON.parse(files.get('comment.json') ?? '[]').map(({ text }: { text: string }) => text)
  expect(texts.sort()).toEqual(['Zu Berta, @USER', 'Zum Kontakt'])
  expect(JSON.parse(files.get('comment_mention.json') ?? '[]')).toHaveLength(1)
  const erased = await admin.call(contactRecordApi.erase, {
    params: { id: contact.id },
    body: { name: 'Berta Beispiel' },
  })
  expect(erased.status, JSON.stringify(erased.problem)).toBe(204)
  expect((await admin.call(emailApi.get, { params: { id } })).status).toBe(404)
  const left = await sql<{ comments: number; history: number; sources: number }>`
    select (select count(*)::int from comment where upstream_id = ${id}) as comments,
           (select count(*)::int from history where root_id = ${id}) as history,
           (select count(*)::int from mail_source where email_id is null) as sources`.execute(database.kysely)
  expect(left.rows).toEqual([{ comments: 0, history: 0, sources: 1 }])
})

test('a contact with an umlaut domain is proposed for both spellings of the sender', async () => {
  const address = 'info@müller-öfen.ch'
  const contact = await buildContact({ emailAddresses: [{ address }] })
  expect(contact.emailAddresses).toMatchObject([{ address }])
  for (const from of [address, 'info@xn--mller-fen-57a4d.ch']) {
    const { answer } = await admin.call(emailApi.get, { params: { id: await buildEmail({ from }) } })
    expect(answer.proposedContacts).toEqual([{ id: contact.id, fullName: contact.fullName }])
  }
})

test('an encounter lists the other participants of its e-mail without the own mailboxes', async () => {
  const { id: contactRef } = await buildContact({ emailAddresses: [{ address: 'bauherrin@öfen.example' }] })
  await buildMailbox()
  const ours = (await database.kysely.selectFrom('mailbox').select('address').executeTakeFirstOrThrow()).address
  const list = (...addresses: string[]) => JSON.stringify(addresses.map((address) => ({ name: '', address })))
  const others = async (direction: 'INCOMING' | 'OUTGOING') => {
    const id = await buildEmail({ from: 'Architekt@example.org', direction })
    await database.kysely
      .updateTable('email')
      .set({
        to_list: list(ours.toUpperCase(), 'BAUHERRIN@xn--fen-rna.example'),
        cc_list: list('polier@öfen.example', 'architekt@example.org', 'polier@xn--fen-rna.example'),
      })
      .where('id', '=', id)
      .execute()
    await link(id, contactRef)
    const timeline = await admin.call(encounterApi.list, { params: { id: contactRef }, query: {} })
    return timeline.answer.encounters.find(({ upstreamId }) => upstreamId === id)?.furtherEmailAddressesToAnswer
  }
  expect(await others('INCOMING')).toEqual(['Architekt@example.org', 'polier@öfen.example'])
  expect(await others('OUTGOING')).toEqual(['polier@öfen.example', 'architekt@example.org'])
})
