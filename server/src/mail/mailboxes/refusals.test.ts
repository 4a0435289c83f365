import { describe, expect, test } from 'vitest'
import { emailApi } from '#contract/mail/inbox'
import { mailboxApi, type ServerTask } from '#contract/mail/mailboxes'
import { refusalApi } from '#contract/mail/refusals'
import { testApp } from '../../../test/app.ts'
import { emailFactory } from '../../../test/emails.ts'
import { cut, lineServer } from '../../../test/line-server.ts'
import { connectMailbox, mailboxAt } from '../../../test/mail.ts'
import { startSync } from './sync.ts'
import { syncOnce } from './sync-mailbox.ts'

const { as, appContext, database } = await testApp()
const db = database.kysely
const admin = as('ADMIN')
const { buildEmail } = emailFactory({ database, appContext })

/** An IMAP server with messages in INBOX, Trash and Archiv; `answers` replaces what it answers to a command. */
const heard: string[] = []
let answers: Record<string, string> = {}
const folders = '* LIST () "/" INBOX\r\n* LIST (\\Trash) "/" Trash\r\n* LIST () "/" Archiv\r\n'
const opened =
  '* FLAGS (\\Seen)\r\n* OK [PERMANENTFLAGS (\\Seen)] ok\r\n* 1 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT 2] ok\r\n'
function reply(line: string): string {
  const [tag, ...words] = line.split(/\s/)
  const [command = '', about = ''] = words[0] === 'UID' ? words.slice(1) : words
  heard.push(line.slice(line.indexOf(' ') + 1))
  const other = answers[words.join(' ')] ?? answers[`${command} ${about}`] ?? answers[command]
  if (other?.startsWith('* ')) return `${other}${tag} OK done\r\n`
  if (other) return other === cut ? other : `${tag} ${other}\r\n`
  if (line.endsWith('"" ""')) return `* LIST (\\Noselect) "/" ""\r\n${tag} OK done\r\n`
  const listed = line.endsWith('"" Archiv') ? '* LIST () "/" Archiv\r\n' : folders
  const before = { LIST: listed, SELECT: opened, EXAMINE: opened, SEARCH: '* SEARCH 1\r\n' }[command] ?? ''
  return `${before}${tag} OK done\r\n`
}
const port = await lineServer('* OK [CAPABILITY IMAP4rev1 MOVE UIDPLUS] hello\r\n', reply)
const id = await connectMailbox(appContext, mailboxAt(port, 'info@example.test'))
const folderOf = async (path: string, role: 'INBOX' | 'TRASH' | 'OTHER') =>
  (
    await db
      .insertInto('mail_folder')
      .values({ mailbox_id: id, path, role, uid_validity: 7, uid_next: 2 })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const [inboxId, binId, archiveId] = [
  await folderOf('INBOX', 'INBOX'),
  await folderOf('Trash', 'TRASH'),
  await folderOf('Archiv', 'OTHER'),
]
async function messageIn(folderId: string, subject: string, homeId: string | null = null) {
  const emailRef = await buildEmail({ subject, from: 'anna@example.org' })
  const source = { folder_id: folderId, uid_validity: 7, uid: '1', email_id: emailRef, home_id: homeId }
  const { id: sourceId } = await db.insertInto('mail_source').values(source).returning('id').executeTakeFirstOrThrow()
  return { emailRef, sourceId }
}
const [read, binned] = [await messageIn(inboxId, 'Gelesen'), await messageIn(binId, 'Geholt', archiveId)]
/** Queues a task that has been tried this often, and has the server told. */
async function tell(sourceId: string, task: ServerTask, tries = 10) {
  await db.insertInto('mail_server_task').values({ source_id: sourceId, task, tries }).execute()
  await syncOnce(appContext, id).catch(() => {})
}
const tasks = () => db.selectFrom('mail_server_task').select(['task', 'tries']).execute()
const refusals = async () => (await admin.call(refusalApi.list, { params: { id } })).answer
const refused = async () => (await admin.call(mailboxApi.cockpit, {})).answer[0]?.refused

test('a task that the server refuses too often is shown with the reason, and tried again or dismissed', async () => {
  answers = { STORE: 'NO [SERVERBUG] flags are locked' }
  await tell(read.sourceId, 'SEEN', 9)
  expect([await tasks(), await refused()]).toEqual([[{ task: 'SEEN', tries: 10 }], 0])
  await db
    .updateTable('mail_server_task')
    .set({ next_try_at: new Date(0).toISOString() })
    .execute()
  await syncOnce(appContext, id)
  expect([await tasks(), await refused()]).toEqual([[], 1])
  const [first] = await refusals()
  expect(first).toMatchObject({ task: 'SEEN', subject: 'Gelesen', from: 'anna@example.org', folder: 'INBOX' })
  expect(first).toMatchObject({ said: 'flags are locked', detail: expect.stringMatching(/Server/) })

  const ids = [first?.id ?? '']
  expect((await admin.call(refusalApi.retry, { params: { id }, body: { ids } })).answer).toEqual({ count: 1 })
  expect([await tasks(), await refusals()]).toEqual([[{ task: 'SEEN', tries: 0 }], []])
  answers = {}
  await syncOnce(appContext, id)
  expect([await tasks(), await refusals()]).toEqual([[], []])

  answers = { MOVE: 'NO [OVERQUOTA] the bin is full' }
  await tell(read.sourceId, 'BIN')
  const [second] = await refusals()
  expect(second).toMatchObject({ task: 'BIN', said: 'the bin is full', detail: expect.stringMatching(/voll/) })
  const dismissed = { params: { id }, body: { ids: [second?.id ?? ''] } }
  expect((await admin.call(refusalApi.dismiss, dismissed)).answer).toEqual({ count: 1 })
  expect((await admin.call(refusalApi.dismiss, dismissed)).answer).toEqual({ count: 0 })
  expect([await tasks(), await refused()]).toEqual([[], 0])
})

test('what was refused is forgotten once somebody does it again, or the opposite', async () => {
  answers = { MOVE: 'NO no' }
  await tell(read.sourceId, 'BIN')
  expect(await refusals()).toHaveLength(1)
  const params = { id: read.emailRef }
  expect((await admin.call(emailApi.remove, { params, query: {} })).status).toBe(204)
  expect([await tasks(), await refusals()]).toMatchObject([[{ task: 'BIN' }], []])
  await db.deleteFrom('mail_server_task').execute()
  await tell(read.sourceId, 'BIN')
  expect(await refusals()).toHaveLength(1)
  expect((await admin.call(emailApi.restore, { params })).status).toBe(200)
  expect([await tasks(), await refusals()]).toEqual([[], []])
})

test('a folder that keeps no such flag is not told', async () => {
  answers = {}
  heard.length = 0
  await tell(read.sourceId, 'FORWARDED', 0)
  expect([await tasks(), await refusals(), heard.filter((line) => line.includes('STORE'))]).toEqual([[], [], []])
})

test.each([
  ['refuses to open for another reason', 'NO [SERVERBUG] internal error'],
  ['is busy', 'NO [INUSE] locked'],
  ['cannot name because the connection breaks', cut],
])('a message waits for its folder that the server %s', async (_, answer) => {
  answers = { 'EXAMINE Archiv': answer, 'STATUS Archiv': answer }
  heard.length = 0
  await tell(binned.sourceId, 'UNBIN', 0)
  expect(await tasks()).toMatchObject([{ task: 'UNBIN' }])
  expect(heard.filter((line) => line.includes('MOVE'))).toEqual([])
  answers = {}
  await db
    .updateTable('mail_server_task')
    .set({ next_try_at: new Date(0).toISOString() })
    .execute()
  await syncOnce(appContext, id)
  expect(await tasks()).toEqual([])
  expect(heard.filter((line) => line.includes('MOVE'))).toEqual(['UID MOVE 1 Archiv'])
})

describe('a message that the server does not send', () => {
  const lines = (uid: string) => `From: anna@example.org\r\nSubject: Nummer ${uid}\r\n\r\n`
  const sent = (uid: string, what = 'BODY[]') =>
    `* ${uid} FETCH (UID ${uid} FLAGS () ${what} {${lines(uid).length}}\r\n${lines(uid)})\r\n`
  const waitFor = (...uids: string[]) =>
    db
      .insertInto('mail_source')
      .values(uids.map((uid) => ({ folder_id: inboxId, uid_validity: 7, uid, outcome: 'WAITING' })))
      .execute()
  const hungUp = () => expect(syncOnce(appContext, id)).rejects.toMatchObject({ fault: 'DISCONNECTED' })
  const waiting = () =>
    db
      .selectFrom('mail_source')
      .select(['uid', 'refusals', 'refusal'])
      .where('folder_id', '=', inboxId)
      .where('outcome', '=', 'WAITING')
      .orderBy('uid')
      .execute()
  const setDue = (refusals: number, ...uids: string[]) =>
    db.updateTable('mail_source').set({ refusals, next_try_at: null }).where('uid', 'in', uids).execute()
  const filed = () =>
    db
      .selectFrom('email')
      .select(['subject', 'parse_state'])
      .where('subject', 'like', 'Nummer%')
      .orderBy('subject')
      .execute()
  const headOf = (uid: string) => `UID FETCH ${uid} (UID FLAGS INTERNALDATE BODY.PEEK[HEADER])`
  const fetched = () => heard.filter((line) => line.includes('FETCH')).map((line) => line.split(' ')[2])

  test('delays no other, is told, and comes in with its head at last', async () => {
    await waitFor('11', '12', '13')
    const unread = { folder_id: archiveId, uid_validity: 7, uid: '1', refusal: 'of a folder that is not read' }
    const since = new Date(0).toISOString()
    await db
      .insertInto('mail_source')
      .values({ ...unread, outcome: 'WAITING', next_try_at: since })
      .execute()
    answers = {
      'FETCH 11,12,13': 'NO some messages could not be fetched',
      'FETCH 11': sent('11'),
      'FETCH 12': 'NO this message could not be fetched',
      'FETCH 13': sent('13'),
    }
    const engine = startSync(appContext, { info: () => {}, error: () => {} })
    const status = () =>
      db
        .selectFrom('mailbox_status')
        .select(['state', 'fault', 'said', 'next_try_at'])
        .where('mailbox_id', '=', id)
        .executeTakeFirst()
    try {
      const said = 'this message could not be fetched'
      const told = { state: 'OK', fault: 'MESSAGE_REFUSED', said, next_try_at: null }
      await expect.poll(status, { timeout: 90_000 }).toEqual(told)
    } finally {
      await engine.stop()
    }
    expect(await filed()).toEqual([
      { subject: 'Nummer 11', parse_state: 'WHOLE' },
      { subject: 'Nummer 13', parse_state: 'WHOLE' },
    ])
    // The server skips the message without a word, although it is there.
    answers = { 'SEARCH UID': '* SEARCH 12\r\n' }
    await setDue(1, '12')
    expect(await syncOnce(appContext, id)).toBe(0)
    expect(await waiting()).toEqual([{ uid: '12', refusals: 2, refusal: 'the server skips this message' }])
    await setDue(10, '12')
    answers = { 'FETCH 12': 'NO this message could not be fetched', [headOf('12')]: sent('12', 'BODY[HEADER]') }
    expect(await syncOnce(appContext, id)).toBe(1)
    expect(await filed()).toContainEqual({ subject: 'Nummer 12', parse_state: 'FAILED' })
  })

  test('is not meant when it hangs up before any is asked for', async () => {
    await waitFor('41')
    let opening = 0
    answers = {
      // the first opening is that of the look into the folder
      get 'SELECT INBOX'() {
        opening += 1
        return opening > 1 ? cut : ''
      },
    }
    await expect(syncOnce(appContext, id)).rejects.toMatchObject({ fault: 'DISCONNECTED' })
    expect(await waiting()).toEqual([{ uid: '41', refusals: 0, refusal: '' }])
    answers = { 'FETCH 41': sent('41') }
    expect(await syncOnce(appContext, id)).toBe(1)
  })

  test('but hangs up at it, is found among others, which come in', async () => {
    await waitFor('21', '22', '23')
    answers = { 'FETCH 21,22,23': cut, 'FETCH 21': sent('21'), 'FETCH 22': cut, 'FETCH 23': sent('23') }
    await hungUp()
    expect(await waiting()).toMatchObject([{ refusals: 1 }, { refusals: 0 }, { refusals: 0 }])
    heard.length = 0
    await hungUp()
    await hungUp()
    expect(fetched()).toEqual(['21', '22', '22'])
    expect(await syncOnce(appContext, id)).toBe(1)
    expect(await waiting()).toMatchObject([{ uid: '22', refusals: 2 }])
    expect((await filed()).map(({ subject }) => subject)).toEqual(expect.arrayContaining(['Nummer 21', 'Nummer 23']))
    answers = { 'FETCH 22': sent('22') }
    await setDue(9, '22')
    expect(await syncOnce(appContext, id)).toBe(1)
  })

  test('but hangs up at it, is found behind one of which the head is read', async () => {
    await waitFor('31', '32', '33')
    await db.updateTable('mail_source').set({ size_byte: 60_000_000 }).where('uid', '=', '31').execute()
    answers = {
      [headOf('31')]: sent('31', 'BODY[HEADER]'),
      'FETCH 32,33': cut,
      'FETCH 32': cut,
      'FETCH 33': sent('33'),
    }
    await hungUp()
    await hungUp()
    expect(await waiting()).toMatchObject([
      { uid: '32', refusals: 2 },
      { uid: '33', refusals: 0 },
    ])
    expect(await syncOnce(appContext, id)).toBe(1)
    // A server that sends it again at last has the whole taken.
    await setDue(10, '32')
    answers = { 'FETCH 32': sent('32') }
    expect(await syncOnce(appContext, id)).toBe(1)
    expect(await filed()).toContainEqual({ subject: 'Nummer 32', parse_state: 'WHOLE' })
  })
})

test('a message whose folder is gone comes back to the inbox', async () => {
  answers = { 'EXAMINE Archiv': 'NO [NONEXISTENT] gone', 'STATUS Archiv': 'NO [NONEXISTENT] gone' }
  heard.length = 0
  await tell(binned.sourceId, 'UNBIN', 0)
  expect(await tasks()).toEqual([])
  expect(heard.filter((line) => line.includes('MOVE'))).toEqual(['UID MOVE 1 INBOX'])
})
