import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { testApp } from '../../../test/app.ts'
import { emailFactory } from '../../../test/emails.ts'
import { mail } from '../../../test/mail.ts'
import { inTransaction, systemActor } from '../../http/context.ts'
import { parseMessage } from '../reading/parse.ts'
import { fileArrivalIn, keepContents } from './file-email.ts'
import { lockFiling, lockKeys } from './lock-filing.ts'

const app = await testApp()
const { appContext, database, as } = app
const db = database.kysely
const { buildMailbox } = emailFactory(app)
const boxes = [await folderOf(await buildMailbox()), await folderOf(await buildMailbox())] as const

async function folderOf(mailboxId: string): Promise<string> {
  const folder = db.selectFrom('mail_folder').select('id').where('mailbox_id', '=', mailboxId)
  return (await folder.executeTakeFirstOrThrow()).id
}

let uid = 0
const ready = (folderId: string, sources: readonly string[], role: string) =>
  Promise.all(
    sources.map(async (text) => {
      const source = Buffer.from(text)
      const message = await parseMessage(source)
      const kept = await keepContents({ db, services: appContext.services }, source, message)
      uid += 1
      const place = { folderId, uidValidity: 1, uid: String(uid), role, receivedAt: null, seen: false }
      return { message, kept, arrival: { ...place, past: false }, keys: lockKeys(message, kept.sourceHash, role) }
    }),
  )

/** Files messages in one transaction as the reader of a mailbox does, and keeps it open until `hold` resolves. */
async function file(
  folderId: string,
  sources: readonly string[],
  filed = () => {},
  hold = Promise.resolve(),
  role = 'INBOX',
) {
  const all = await ready(folderId, sources, role)
  await inTransaction(appContext, systemActor(), async (ctx) => {
    const locks = await lockFiling(
      ctx.db,
      all.flatMap(({ keys }) => keys),
    )
    for (const { message, kept, arrival } of all) await fileArrivalIn(ctx, message, kept, arrival, locks)
    filed()
    await hold
  })
}

/** Files in one mailbox, and in the other one during the first transaction. Returns whether the second waited. */
async function sideBySide(first: string, second: string): Promise<boolean> {
  const filed = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const one = file(boxes[0], [first], filed.resolve, over.promise)
  await filed.promise
  let done = false
  const other = file(boxes[1], [second]).then(() => {
    done = true
  })
  await expect.poll(async () => done || (await isWaiting())).toBe(true)
  const waited = !done
  over.resolve()
  await Promise.all([one, other])
  return waited
}

async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.length > 0
}

const threads = async () => {
  const rows = await db.selectFrom('email').select('thread_id').distinct().execute()
  return rows.length
}
const subjects = async () =>
  (await db.selectFrom('email').select('subject').orderBy('subject').execute()).map(({ subject }) => subject)
const numbered = (id: string, fields: Record<string, string> = {}, text?: string) =>
  mail({ 'Message-ID': `<${id}@x.org>`, Subject: id, ...fields }, text)
const inReplyTo = (id: string) => ({ 'In-Reply-To': `<${id}@x.org>` })

afterEach(async () => {
  await db.deleteFrom('email').execute()
  await db.deleteFrom('mail_source').execute()
})

describe('the same message in two mailboxes, one after the other', () => {
  const fields = { Date: 'Mon, 02 Nov 2026 08:00:00 +0000' }
  const filedAs = async (second: string) => {
    await file(boxes[0], [numbered('passed-on', fields, 'Guten Tag, Grüsse\r\naus Zürich')])
    await file(boxes[1], [second])
    return (await subjects()).length
  }
  test.each([
    ['is rewrapped', numbered('passed-on', fields, '\r\nguten  Tag,\r\nGRÜSSE\u00a0\u2003aus\tZürich \r\n')],
    [
      'has its people in other letters',
      numbered('passed-on', { ...fields, To: 'Info@Example.test' }, 'Guten Tag, Grüsse aus Zürich'),
    ],
  ])('a copy that %s is the same e-mail', async (_what, second) => {
    expect(await filedAs(second)).toBe(1)
  })
  test.each([
    ['text', fields, 'Guten Tag, Grüsse aus Bern'],
    ['person in copy', { ...fields, Cc: 'bea@example.org' }, 'Guten Tag, Grüsse aus Zürich'],
    ['subject', { ...fields, Subject: 'Anderes' }, 'Guten Tag, Grüsse aus Zürich'],
    ['date', { Date: 'Mon, 02 Nov 2026 08:00:01 +0000' }, 'Guten Tag, Grüsse aus Zürich'],
  ])('a message with another %s is another e-mail', async (_what, other, text) => {
    expect(await filedAs(numbered('passed-on', other, text))).toBe(2)
  })
})

test('a sent copy with the sender domain in ASCII is the same as one with umlauts', async () => {
  const sentFrom = (From: string) =>
    file(boxes[0], [numbered('sent', { From }, `von ${From}`)], undefined, undefined, 'SENT')
  await sentFrom('info@müller.ch')
  await sentFrom('info@xn--mller-kva.ch')
  expect(await subjects()).toEqual(['sent'])
})

describe('messages filed in two mailboxes at the same moment', () => {
  test('one message becomes one e-mail in two places with one encounter', async () => {
    const added = await as('USER').call(contactApi.add, {
      body: { givenName: 'Anna', surname: 'Muster', emailAddresses: [{ address: 'anna@example.org' }] } as never,
    })
    const params = { id: added.answer.id }
    const message = numbered('same')
    expect(await sideBySide(message, message)).toBe(true)
    expect(await subjects()).toEqual(['same'])
    expect(await db.selectFrom('mail_source').select('email_id').distinct().execute()).toHaveLength(1)
    expect(await db.selectFrom('mail_source').select('id').execute()).toHaveLength(2)
    const encounters = db.selectFrom('encounter').select('duplicate').where('contact_id', '=', params.id)
    expect(await encounters.execute()).toEqual([{ duplicate: false }])
    // The same text to both mailboxes in two messages is a duplicate.
    expect(await sideBySide(numbered('to-one', { Subject: 'Zwei' }), numbered('to-other', { Subject: 'Zwei' }))).toBe(
      true,
    )
    expect(await encounters.where('title', '=', 'Zwei').orderBy('duplicate').execute()).toEqual([
      { duplicate: false },
      { duplicate: true },
    ])
    await db.deleteFrom('email_address').execute()
  })

  test('equal messages without a Message-ID become one e-mail', async () => {
    const message = mail({ Subject: 'bare' })
    expect(await sideBySide(message, message)).toBe(true)
    expect(await subjects()).toEqual(['bare'])
  })

  test.each([
    ['a question and its answer', numbered('q'), numbered('a', inReplyTo('q'))],
    ['an answer and its question', numbered('a', inReplyTo('q')), numbered('q')],
    ['two answers to what nobody has', numbered('a', inReplyTo('q')), numbered('b', inReplyTo('q'))],
    [
      'two that name the same in the middle',
      numbered('a', { References: '<1@x.org> <2@x.org>' }),
      numbered('b', { References: '<2@x.org> <3@x.org>' }),
    ],
    [
      'a question and an answer that names none',
      numbered('q', { Subject: 'Offerte' }),
      numbered('a', { Subject: 'AW: Offerte' }),
    ],
    [
      'the same, behind the mark of a server',
      numbered('q', { Subject: 'Offerte' }),
      numbered('a', { Subject: '[EXTERN] AW: Offerte' }),
    ],
  ])('%s are one thread', async (_, first, second) => {
    expect(await sideBySide(first, second)).toBe(true)
    expect(await threads()).toBe(1)
  })

  const two = [numbered('1'), numbered('2'), numbered('2-more', inReplyTo('2'))]
  const connecting = numbered('both', { References: '<1@x.org> <2@x.org>' })
  const joining = numbered('joins', inReplyTo('2-more'))
  test.each([
    ['one that connects two threads, and one that joins one of them', connecting, joining],
    ['one that joins a thread, and one that connects it with another', joining, connecting],
  ])('%s: all become one thread', async (_, first, second) => {
    await file(boxes[0], two)
    expect(await threads()).toBe(2)
    expect(await sideBySide(first, second)).toBe(true)
    expect(await threads()).toBe(1)
  })

  test('the same messages in reverse order cause no deadlock', async () => {
    const messages = Array.from({ length: 9 }, (_, at) => numbered(`n${at}`, at > 0 ? inReplyTo(`n${at - 1}`) : {}))
    await Promise.all([file(boxes[0], messages), file(boxes[1], messages.toReversed())])
    expect(await subjects()).toHaveLength(9)
    expect(await threads()).toBe(1)
  })

  test('unrelated messages are filed without waiting for a long filing in another mailbox', async () => {
    expect(await sideBySide(numbered('long'), numbered('other', { From: 'bea@example.org' }))).toBe(false)
    expect(await sideBySide(numbered('mine'), numbered('theirs'))).toBe(false)
    expect(await subjects()).toEqual(['long', 'mine', 'other', 'theirs'])
  })
})

test('an arriving message queues an absence answer only while somebody is away with one', async () => {
  const answering = async (id: string) => {
    await file(boxes[0], [numbered(id)])
    const { rows } = await sql`
      delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
       where task.id = job.task_id and task.identifier = 'answerAbsence' returning job.id`.execute(db)
    return rows.length
  }
  expect(await answering('nobody-away')).toBe(0)
  await sql`
    insert into absence (person_id, from_at, until_at, subject)
    select id, now() - interval '1 minute', now() + interval '1 hour', 'Ferien' from app_user where username = 'USER'`.execute(
    db,
  )
  expect(await answering('away')).toBe(1)
  await sql`update absence set until_at = now()`.execute(db)
  expect(await answering('back')).toBe(0)
})
