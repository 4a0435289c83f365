import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { mailboxApi } from '#contract/mail/mailboxes'
import { refusalApi } from '#contract/mail/refusals'
import { testApp } from '../../../test/app.ts'
import { cut, lineServer } from '../../../test/line-server.ts'
import { connectMailbox, mail, mailboxAt } from '../../../test/mail.ts'
import { readFolder } from '../../../test/read-folder.ts'
import { testDovecot } from '../../../test/test-dovecot.ts'
import { syncOnce } from './sync-mailbox.ts'

const { as, appContext, database } = await testApp()
const dovecot = await testDovecot()

test('POP3 messages are removed from the server after the chosen days, except those read only in part', async () => {
  const address = dovecot.account('pop')
  const id = await connectMailbox(appContext, mailboxAt(dovecot.pop3, address, { type: 'POP3', deleteAfterDays: 30 }))
  await dovecot.deliver(address, ...['Ganz', 'Nur der Kopf', 'Neu'].map((Subject) => mail({ Subject })))
  expect(await syncOnce(appContext, id)).toBe(3)
  await sql`
    update email set created_at = now() - interval '31 days',
           parse_state = case when subject = 'Ganz' then 'WHOLE' else 'FAILED' end
     where subject <> 'Neu'`.execute(database.kysely)
  await syncOnce(appContext, id)
  const left = await readFolder(dovecot.imap, address)
  expect(left.map(({ mail: { subject } }) => subject)).toEqual(['Nur der Kopf', 'Neu'])
})

describe('a server that refuses commands', async () => {
  const messages = ['a', 'b', 'c']
  const sourceOf = (uid: string) => mail({ Subject: uid, 'Message-ID': `<${uid}@example.org>` })
  const removed = new Set<string>()
  let refusals: Record<string, string> = {}
  const heard: string[] = []
  const left = () => messages.flatMap((uid, at) => (removed.has(uid) ? [] : [[at + 1, uid]]))
  function reply(line: string): string {
    heard.push(line)
    const [command = '', number = ''] = line.split(' ')
    const refusal = refusals[`${command} ${number}`]
    if (refusal !== undefined) return refusal
    const uid = messages[Number(number) - 1] ?? ''
    if (command === 'LIST')
      return `+OK\r\n${left()
        .map(([at]) => `${at} 100\r\n`)
        .join('')}.\r\n`
    if (command === 'UIDL')
      return `+OK\r\n${left()
        .map(([at, one]) => `${at} ${one}\r\n`)
        .join('')}.\r\n`
    if (command === 'RETR') return `+OK\r\n${sourceOf(uid)}.\r\n`
    if (command === 'TOP') return `+OK\r\n${sourceOf(uid).split('\r\n\r\n')[0]}\r\n\r\n.\r\n`
    if (command === 'DELE') removed.add(uid)
    return '+OK\r\n'
  }
  const port = await lineServer('+OK\r\n', reply)
  const settings = mailboxAt(port, 'weigert@example.test', { type: 'POP3', deleteAfterDays: 30 })
  const id = await connectMailbox(appContext, settings)
  const admin = as('ADMIN')
  const cockpit = async () =>
    (await admin.call(mailboxApi.cockpit, {})).answer.find(({ mailboxRef }) => mailboxRef === id)
  const refused = async () => (await admin.call(refusalApi.list, { params: { id } })).answer
  const tasks = () =>
    database.kysely.selectFrom('mail_server_task').select(['task', 'tries']).where('mailbox_id', '=', id).execute()
  const age = () => sql`update email set created_at = now() - interval '31 days'`.execute(database.kysely)
  const setTries = (tries: number) =>
    sql`update mail_server_task set tries = ${tries}, next_try_at = now() where mailbox_id = ${id}`.execute(
      database.kysely,
    )
  const emails = () =>
    database.kysely
      .selectFrom('email')
      .select(['subject', 'parse_state'])
      .where('subject', 'in', messages)
      .orderBy('subject')
      .execute()
  const subjects = async () => (await emails()).map(({ subject }) => subject)
  const waiting = () =>
    database.kysely
      .selectFrom('mail_source')
      .select(['uid', 'refusals', 'refusal'])
      .where('outcome', '=', 'WAITING')
      .orderBy('uid')
      .execute()
  const setDue = (uid: string, count: number) =>
    database.kysely
      .updateTable('mail_source')
      .set({ refusals: count, next_try_at: null })
      .where('uid', '=', uid)
      .execute()

  test('a message that it does not send delays no other, and comes in with its head at last', async () => {
    refusals = { 'RETR 1': '-ERR a virus\r\n', 'RETR 2': '-ERR later\r\n' }
    expect(await syncOnce(appContext, id)).toBe(1)
    expect(await subjects()).toEqual(['c'])
    expect(await waiting()).toEqual([
      { uid: 'a', refusals: 1, refusal: 'a virus' },
      { uid: 'b', refusals: 1, refusal: 'later' },
    ])
    heard.length = 0
    expect(await syncOnce(appContext, id)).toBe(0)
    expect(heard.filter((line) => line.startsWith('RETR'))).toEqual([])
    await setDue('a', 10)
    await setDue('b', 1)
    expect(await syncOnce(appContext, id)).toBe(1)
    expect(await emails()).toMatchObject([{ subject: 'a', parse_state: 'FAILED' }, { subject: 'c' }])
    refusals = {}
    await setDue('b', 2)
    expect(await syncOnce(appContext, id)).toBe(1)
    expect(await subjects()).toEqual(['a', 'b', 'c'])
  })

  test('a removal that it refuses keeps nothing else waiting and is told', async () => {
    await age()
    await sql`update email set parse_state = 'WHOLE'`.execute(database.kysely)
    refusals = { 'DELE 2': '-ERR message is locked\r\n' }
    messages.push('d')
    expect(await syncOnce(appContext, id)).toBe(1)
    expect([...removed].sort()).toEqual(['a', 'c'])
    expect([await tasks(), await refused()]).toEqual([[{ task: 'REMOVE', tries: 1 }], []])
    await setTries(10)
    expect(await syncOnce(appContext, id)).toBe(0)
    expect(await tasks()).toEqual([])
    const [told] = await refused()
    expect(told).toMatchObject({ task: 'REMOVE', subject: 'b', folder: 'INBOX', said: 'message is locked' })
    expect(await cockpit()).toMatchObject({ refused: 1 })

    const body = { ids: [told?.id ?? ''] }
    expect((await admin.call(refusalApi.dismiss, { params: { id }, body })).answer).toEqual({ count: 1 })
    heard.length = 0
    expect(await syncOnce(appContext, id)).toBe(0)
    expect(heard.filter((line) => /^(RETR|DELE)/.test(line))).toEqual([])
    expect([await tasks(), await refused(), (await cockpit())?.refused]).toEqual([[], [], 0])
    expect(await subjects()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('other days for the removal have it tried anew', async () => {
    const { incomingPassword: _, ...fields } = settings
    const body = { ...fields, deleteAfterDays: 20, version: 1 }
    expect((await admin.call(mailboxApi.update, { params: { id }, body })).status).toBe(200)
    await syncOnce(appContext, id)
    expect(await tasks()).toEqual([{ task: 'REMOVE', tries: 1 }])
  })

  test('a removal at which it hangs up ends one round, and the next one reads on', async () => {
    refusals = { 'DELE 2': cut }
    messages.push('e')
    await setTries(3)
    await expect(syncOnce(appContext, id)).rejects.toMatchObject({ fault: 'DISCONNECTED' })
    expect(await tasks()).toEqual([{ task: 'REMOVE', tries: 4 }])
    expect(await syncOnce(appContext, id)).toBe(1)
    expect(await subjects()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('a message at which it hangs up delays no other, and is asked for as a whole again and again', async () => {
    messages.push('f', 'g', 'h')
    refusals = { 'RETR 7': cut }
    await expect(syncOnce(appContext, id)).rejects.toMatchObject({ fault: 'DISCONNECTED' })
    expect(await subjects()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(await waiting()).toMatchObject([{ uid: 'g', refusals: 1, refusal: '' }, { uid: 'h' }])
    await expect(syncOnce(appContext, id)).rejects.toMatchObject({ fault: 'DISCONNECTED' })
    expect(await syncOnce(appContext, id)).toBe(1)
    expect(await subjects()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'h'])
    expect(await waiting()).toMatchObject([{ uid: 'g', refusals: 2 }])
    await setDue('g', 9)
    await expect(syncOnce(appContext, id)).rejects.toMatchObject({ fault: 'DISCONNECTED' })
    expect(await waiting()).toEqual([{ uid: 'g', refusals: 9, refusal: expect.stringMatching(/./) }])
    refusals = {}
    await setDue('g', 9)
    expect(await syncOnce(appContext, id)).toBe(1)
    expect((await emails()).at(-2)).toMatchObject({ subject: 'g', parse_state: 'WHOLE' })
  })
})
