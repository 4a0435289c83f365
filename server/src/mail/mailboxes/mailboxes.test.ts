import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { defaultTimeZone } from '#contract/limits'
import { mailboxApi } from '#contract/mail/mailboxes'
import { testApp } from '../../../test/app.ts'
import { emailFactory } from '../../../test/emails.ts'
import { connectMailbox, mail, mailboxAt } from '../../../test/mail.ts'
import { testDovecot } from '../../../test/test-dovecot.ts'
import { runHistory } from './history-runs.ts'
import { syncOnce } from './sync-mailbox.ts'

const { appContext, database, as } = await testApp()
const dovecot = await testDovecot()
const db = database.kysely
const address = dovecot.account('info')
const never = new AbortController().signal

test('a mailbox is added, changed with conflict detection and removed, and no answer has its secrets', async () => {
  const body = mailboxAt(dovecot.imap, address, { title: 'Verwaltet', incomingPassword: 'sehr geheim' })
  const { answer, response } = await as('ADMIN').call(mailboxApi.add, { body })
  expect(response.body).not.toContain('sehr geheim')
  expect(answer.secrets).toEqual(['incomingPassword'])
  const { rows } = await sql<{ text: string }>`
    select m.*::text || coalesce((select string_agg(h.changes::text, '') from history h where h.entity_id = m.id), '') as text
      from mailbox m where id = ${answer.id}`.execute(db)
  expect(rows[0]?.text).not.toContain('sehr geheim')
  const { id, secrets: _, ...fields } = answer
  const params = { id }
  const changed = await as('ADMIN').call(mailboxApi.update, { params, body: { ...fields, title: 'Neu' } })
  expect(changed.answer).toMatchObject({ title: 'Neu', version: 2, secrets: ['incomingPassword'] })
  const stale = await as('ADMIN').call(mailboxApi.update, { params, body: { ...fields, title: 'Zu spät' } })
  expect(stale.problem).toMatchObject({ code: 'STALE_VERSION', current: { title: 'Neu' } })
  expect((await as('ADMIN').call(mailboxApi.add, { body: { ...body, title: 'NEU' } })).problem.code).toBe('TITLE_EXIST')
  await as('ADMIN').call(mailboxApi.remove, { params })
  expect((await as('ADMIN').call(mailboxApi.get, { params })).status).toBe(404)
})

test('a quarantined message is listed for its mailbox alone, for existing mailboxes only', async () => {
  const { answer } = await as('ADMIN').call(mailboxApi.add, {
    body: mailboxAt(dovecot.imap, dovecot.account('listed')),
  })
  const { buildMailbox } = emailFactory({ database, appContext })
  const other = await buildMailbox()
  await sql`
    insert into mail_quarantine (mailbox_id, folder_id, uid, subject, from_address, reason)
    select mailbox_id, id, '7', 'Unheil', 'a@example.org', 'too bad' from mail_folder where mailbox_id = ${other}`.execute(
    db,
  )
  const listed = (id: string) => as('ADMIN').call(mailboxApi.quarantine, { params: { id } })
  expect((await listed(other)).answer).toMatchObject([
    { mailboxRef: other, folder: 'INBOX', subject: 'Unheil', from: 'a@example.org', reason: 'too bad', tries: 1 },
  ])
  expect((await listed(answer.id)).answer).toEqual([])
  await as('ADMIN').call(mailboxApi.remove, { params: { id: other } })
  expect((await listed(crypto.randomUUID())).problem.code).toBe('NOT_FOUND')
  await as('ADMIN').call(mailboxApi.remove, { params: { id: answer.id } })
  expect((await listed(answer.id)).problem.code).toBe('NOT_FOUND')
})

test('a mailbox needs the settings of its type', async () => {
  const body = { ...mailboxAt(1, address), incoming: null }
  const { problem } = await as('ADMIN').call(mailboxApi.add, { body })
  expect(problem.errors).toMatchObject([{ path: 'incoming' }])
})

describe('a connection test', () => {
  const steps = async (settings: object) => {
    const { answer } = await as('ADMIN').call(mailboxApi.test, { body: mailboxAt(dovecot.imap, address, settings) })
    return answer.steps.map(({ step, ok, fault, detail }) => ({ step, ok, fault, detail }))
  }
  const server = (port: number, more: object = {}) => ({
    incoming: { host: '127.0.0.1', port, security: 'NONE', user: address, ...more },
  })

  test('reports each step with its result', async () => {
    expect((await steps({})).map(({ step, ok }) => [step, ok])).toEqual([
      ['CONNECT', true],
      ['SIGN_IN', true],
      ['FOLDERS', true],
      // Dovecot accepts no mail by SMTP.
      ['SEND', false],
    ])
  })
  test('names the fault and what to do', async () => {
    expect(await steps(server(1))).toMatchObject([
      { step: 'CONNECT', fault: 'REFUSED', detail: expect.stringContaining('Port') },
    ])
    expect(await steps(server(143, { host: 'gibt-es-nicht.invalid' }))).toMatchObject([{ fault: 'HOST_UNKNOWN' }])
    expect(await steps(server(dovecot.imap, { security: 'STARTTLS' }))).toMatchObject([
      { step: 'CONNECT', fault: 'NO_STARTTLS' },
    ])
    expect(await steps(server(dovecot.imap, { security: 'TLS' }))).toMatchObject([
      { step: 'CONNECT', fault: 'CERTIFICATE' },
    ])
    expect(await steps({ incomingPassword: 'falsch' })).toMatchObject([
      { ok: true },
      { step: 'SIGN_IN', fault: 'CREDENTIALS', detail: expect.stringContaining('Passwort') },
    ])
  })
  test('names chosen folders that do not exist', async () => {
    const { answer } = await as('ADMIN').call(mailboxApi.test, {
      body: mailboxAt(dovecot.imap, address, { folders: ['Archive', 'Gibt/Es/Nicht'] }),
    })
    expect(answer.steps.at(-1)).toMatchObject({ step: 'FOLDERS', fault: 'FOLDER_MISSING', said: 'Gibt/Es/Nicht' })
  })
  test('uses the saved secrets', async () => {
    const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, address, { title: 'Behält' }))
    const body = { ...mailboxAt(dovecot.imap, address), incomingPassword: undefined, id }
    const { answer } = await as('ADMIN').call(mailboxApi.test, { body })
    expect(answer.steps[1]).toMatchObject({ step: 'SIGN_IN', ok: true })
    const { answer: folders } = await as('ADMIN').call(mailboxApi.folders, { params: { id } })
    expect(folders.find(({ role }) => role === 'SENT')).toMatchObject({ path: 'Sent', read: true })
  })
})

test('old mail is fetched only when its days are requested, and is then filed on the timeline', async () => {
  const old = dovecot.account('old')
  const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, old, { title: 'Alt' }))
  await as('USER').call(contactApi.add, {
    body: { givenName: 'Berta', surname: 'Alt', emailAddresses: [{ address: 'berta@example.org' }] } as never,
    query: {},
  })
  await dovecot.deliver(old, mail({ Subject: 'Von früher', From: 'berta@example.org' }), mail({ Subject: 'Von heute' }))
  expect(await syncOnce(appContext, id)).toBe(2)
  await sql`delete from email where subject = 'Von früher'`.execute(db)
  await sql`update mail_source set outcome = 'TOO_OLD', received_at = '2020-05-05 12:00Z' where email_id is null and outcome is null`.execute(
    db,
  )
  await sql`
    insert into mail_source (folder_id, uid_validity, uid, outcome, received_at)
    select id, uid_validity, '1', 'TOO_OLD', '2020-05-05 12:00Z' from mail_folder where mailbox_id = ${id} and role = 'INBOX'
    on conflict do nothing`.execute(db)
  expect(await syncOnce(appContext, id)).toBe(0)
  const query = { from: '2020-05-01', to: '2020-05-31' }
  const { answer: run } = await as('ADMIN').call(mailboxApi.synchronizeHistory, { query })
  expect(run).toMatchObject({ ...query, state: 'WAITING' })
  await runHistory(appContext, never)
  expect((await as('ADMIN').call(mailboxApi.historyRuns, {})).answer[0]).toMatchObject({
    state: 'RUNNING',
    total: 1,
    done: 0,
  })
  expect(await syncOnce(appContext, id)).toBe(1)
  await runHistory(appContext, never)
  expect((await as('ADMIN').call(mailboxApi.historyRuns, {})).answer[0]).toMatchObject({ state: 'DONE' })
  const email = await db.selectFrom('email').selectAll().where('subject', '=', 'Von früher').executeTakeFirstOrThrow()
  expect(email.encounter_id).not.toBeNull()
})

test('a synchronisation of past days links e-mails to new contacts and can be cancelled', async () => {
  const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, dovecot.account('later'), { title: 'Später' }))
  await dovecot.deliver('later@example.test', mail({ Subject: 'Noch niemand', From: 'carla@example.org' }))
  await syncOnce(appContext, id)
  await as('USER').call(contactApi.add, {
    body: { givenName: 'Carla', surname: 'Neu', emailAddresses: [{ address: 'carla@example.org' }] } as never,
    query: {},
  })
  const today = new Intl.DateTimeFormat('sv', { timeZone: defaultTimeZone }).format()
  const query = { from: today, to: today }
  await as('ADMIN').call(mailboxApi.synchronizeHistory, { query })
  await runHistory(appContext, never)
  expect((await as('ADMIN').call(mailboxApi.historyRuns, {})).answer[0]).toMatchObject({ state: 'DONE', filed: 1 })
  const { answer: another } = await as('ADMIN').call(mailboxApi.synchronizeHistory, { query })
  const cancelled = await as('ADMIN').call(mailboxApi.cancelHistory, { params: { id: another.id } })
  expect(cancelled.answer.state).toBe('CANCELLED')
  expect((await as('ADMIN').call(mailboxApi.cancelHistory, { params: { id: another.id } })).status).toBe(404)
})
