import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mail } from '../../../test/mail.ts'
import { outgoingApp } from '../../../test/outgoing.ts'
import { addMailbox } from '../../../test/smtp.ts'
import { inTransaction, systemActor } from '../../http/context.ts'
import { jobHandlers } from '../../registries/jobs.ts'
import { fileArrivalIn, keepContents } from '../filing/file-email.ts'
import { lockFiling, lockKeys } from '../filing/lock-filing.ts'
import { parseMessage } from '../reading/parse.ts'

// One message to two mailboxes is one e-mail: the second arrival adds a place.

const { database, appContext, smtp, mailbox, deliver } = await outgoingApp()
const db = database.kysely
const folders = {
  verkauf: await folderOf(mailbox),
  anna: await folderOf(await addMailbox(appContext, smtp.port, { title: 'Anna', address: 'anna@glut.example' })),
  archive: await folderOf(mailbox, 'Archive'),
}
const { rows: people } = await sql<{ id: string }>`
  update app_user set email = 'anna@glut.example' where username = 'USER' returning id`.execute(db)

async function folderOf(mailboxId: string, path = 'INBOX'): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into mail_folder (mailbox_id, path, role) values (${mailboxId}, ${path}, ${path === 'INBOX' ? 'INBOX' : 'ARCHIVE'})
    returning id`.execute(db)
  return rows[0]?.id ?? ''
}

beforeEach(async () => {
  await sql`
    insert into absence (person_id, from_at, until_at, subject)
    values (${people[0]?.id}, now() - interval '1 minute', now() + interval '1 hour', 'In den Bergen')`.execute(db)
})
afterEach(async () => {
  await sql`delete from email where direction = 'INCOMING'`.execute(db)
  await sql`delete from absence`.execute(db)
  await sql`delete from absence_email`.execute(db)
  smtp.received.length = 0
})

let number = 0
const written = () =>
  mail({
    Subject: 'Anfrage',
    From: 'kunde@example.test',
    To: 'verkauf@glut.example, anna@glut.example',
    'Message-ID': `<to-two-${++number}@example.test>`,
  })

/** Files an arriving message as the reader of a mailbox does, and runs the answers. Returns the subjects that left. */
async function arrive(text: string, folderId: string) {
  const source = Buffer.from(text)
  const message = await parseMessage(source)
  const kept = await keepContents({ db, services: appContext.services }, source, message)
  const place = { folderId, uidValidity: 1, uid: String(++number), role: 'INBOX', receivedAt: null, seen: false }
  await inTransaction(appContext, systemActor(), async (ctx) => {
    const locks = await lockFiling(ctx.db, lockKeys(message, kept.sourceHash, 'INBOX'))
    await fileArrivalIn(ctx, message, kept, { ...place, past: false }, locks)
  })
  const { rows: jobs } = await sql<{ payload: { emailId?: string } }>`
    delete from graphile_worker._private_jobs returning payload`.execute(db)
  for (const { payload } of jobs) {
    const { emailId } = payload
    if (emailId) await jobHandlers.answerAbsence(appContext, { emailId }, AbortSignal.timeout(60_000))
  }
  const before = smtp.received.length
  await deliver()
  return smtp.received.slice(before).map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim())
}

test.each(['verkauf', 'anna'] as const)(
  'an absent person answers a message once when it comes to two mailboxes, %s first',
  async (first) => {
    const message = written()
    const answered = await arrive(message, folders[first])
    answered.push(...(await arrive(message, folders[first === 'anna' ? 'verkauf' : 'anna'])))
    expect(answered).toEqual(['In den Bergen'])
    expect(await db.selectFrom('email').select('id').where('direction', '=', 'INCOMING').execute()).toHaveLength(1)
  },
)

test('the general absence e-mail is sent once for two mailboxes, beside that of a person', async () => {
  await sql`insert into absence_email (subject, text, valid_from) values ('Betriebsferien', '', '2020-01-01')`.execute(
    db,
  )
  const message = written()
  expect(await arrive(message, folders.verkauf)).toEqual(['Betriebsferien'])
  expect(await arrive(message, folders.anna)).toEqual(['In den Bergen'])
  await sql`delete from absence`.execute(db)
  const later = written()
  expect(await arrive(later, folders.anna)).toEqual([])
  expect(await arrive(later, folders.verkauf)).toEqual([])
})

test('a message from before the absence that is moved within its mailbox is not answered', async () => {
  await sql`delete from absence`.execute(db)
  const message = written()
  expect(await arrive(message, folders.verkauf)).toEqual([])
  await sql`insert into absence_email (subject, text, valid_from) values ('Betriebsferien', '', '2020-01-01')`.execute(
    db,
  )
  await sql`update mail_source set gone_at = now()`.execute(db)
  expect(await arrive(message, folders.archive)).toEqual([])
})
