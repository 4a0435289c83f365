import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mailboxApi } from '#contract/mail/mailboxes'
import { testApp } from '../../../test/app.ts'
import { connectMailbox, mail, mailboxAt } from '../../../test/mail.ts'
import { testDovecot } from '../../../test/test-dovecot.ts'
import { diskStore } from '../../files/disk-store.ts'
import { type Content, type FileStore, StorageError } from '../../files/file-store.ts'
import { mailError } from '../transports/faults.ts'
import { syncOnce } from './sync-mailbox.ts'

const disk = diskStore(mkdtempSync(path.join(tmpdir(), 'glut-storing-')))
let refuses: (text: string) => { code: string } | null = () => null
let atOnce = 0
let mostAtOnce = 0
const files: FileStore = {
  ...disk,
  async put(content: Content) {
    const cause = content instanceof Uint8Array ? refuses(Buffer.from(content).toString()) : null
    if (cause) throw new StorageError('a file could not be written', cause)
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    try {
      return await disk.put(content)
    } finally {
      atOnce -= 1
    }
  },
}
const { appContext, database, as } = await testApp({}, undefined, { files })
const dovecot = await testDovecot()
const db = database.kysely

const withFiles = (subject: string, contents: readonly string[]) =>
  mail(
    { Subject: subject, 'Content-Type': 'multipart/mixed; boundary=x' },
    `${contents
      .map((content, at) => `--x\r\nContent-Type: application/x-a; name=${at}.bin\r\n\r\n${content}\r\n`)
      .join('')}--x--`,
  )
const mailboxWith = async (name: string, ...messages: string[]) => {
  const address = dovecot.account(name)
  const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, address))
  await dovecot.deliver(address, ...messages)
  return id
}
const subjects = async () =>
  (await db.selectFrom('email').select('subject').orderBy('subject').execute()).map(({ subject }) => subject)
const quarantined = async (id: string) =>
  (await as('ADMIN').call(mailboxApi.quarantine, { params: { id } })).answer.map(({ subject }) => subject)

test('files of many attachments are stored a few at a time, equal ones once', async () => {
  const names = Array.from({ length: 5 }, (_, at) => `Viele ${at}`)
  const contents = Array.from({ length: 300 }, (_, at) => `file ${at}`)
  const id = await mailboxWith('viele', ...names.map((name) => withFiles(name, contents)))
  mostAtOnce = 0
  expect(await syncOnce(appContext, id)).toBe(5)
  expect(mostAtOnce).toBeLessThanOrEqual(10)
  const { rows } = await sql<{ count: number }>`
    select count(distinct file_hash)::int as count from email_attachment`.execute(db)
  expect(rows).toEqual([{ count: 300 }])
  await sql`delete from email`.execute(db)
})

test('a message with a file that the store refuses is quarantined and can be filed later', async () => {
  refuses = (text) => (text.trim() === 'VIRUS' ? { code: 'EPERM' } : null)
  const id = await mailboxWith('virus', mail({ Subject: 'A' }), withFiles('B', ['VIRUS']), mail({ Subject: 'C' }))
  expect(await syncOnce(appContext, id)).toBe(2)
  expect(await subjects()).toEqual(['A', 'C'])
  expect(await quarantined(id)).toEqual(['B'])
  refuses = () => null
  const { answer } = await as('ADMIN').call(mailboxApi.quarantine, { params: { id } })
  await as('ADMIN').call(mailboxApi.replay, { params: { id: answer[0]?.id ?? '' } })
  expect(await subjects()).toEqual(['A', 'B', 'C'])
  await sql`delete from email`.execute(db)
})

test('a message too large for the free space waits without delaying others', async () => {
  refuses = (text) => (text.includes('GROSS') ? { code: 'ENOSPC' } : null)
  const id = await mailboxWith('platz', withFiles('B', ['GROSS']))
  expect(await syncOnce(appContext, id).catch(mailError)).toMatchObject({ fault: 'OWN_FAULT' })
  await dovecot.deliver('platz@example.test', mail({ Subject: 'A' }), mail({ Subject: 'C' }))
  expect(await syncOnce(appContext, id).catch(mailError)).toMatchObject({ fault: 'OWN_FAULT' })
  expect(await subjects()).toEqual(['A', 'C'])
  expect(await quarantined(id)).toEqual([])
  refuses = () => null
  expect(await syncOnce(appContext, id)).toBe(1)
  expect(await subjects()).toEqual(['A', 'B', 'C'])
  await sql`delete from email`.execute(db)
})

test('a store that accepts nothing delays all messages without quarantine', async () => {
  refuses = () => ({ code: 'EIO' })
  const id = await mailboxWith('nichts', mail({ Subject: 'A' }), mail({ Subject: 'B' }))
  expect(await syncOnce(appContext, id).catch(mailError)).toMatchObject({ fault: 'OWN_FAULT' })
  expect(await quarantined(id)).toEqual([])
  refuses = () => null
  expect(await syncOnce(appContext, id)).toBe(2)
})
