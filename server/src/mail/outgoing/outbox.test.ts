import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { draftApi, outgoingApi } from '#contract/mail/outgoing'
import { outgoingApp } from '../../../test/outgoing.ts'
import { addMailbox } from '../../../test/smtp.ts'
import { inTransaction, systemActor } from '../../http/context.ts'
import { bounceArrived } from '../filing/record-report.ts'
import { startOutbox, workOnce } from './outbox.ts'

const { as, database, appContext, smtp, user, sent, deliver, row } = await outgoingApp()
const two = { recipients: ['gut@example.test', 'schlecht@example.test'] }
const receivedBy = (address: string) => smtp.received.filter(({ to }) => to.includes(address)).length
const outbox = async () => (await user.call(outgoingApi.outbox, {})).answer

afterEach(() => {
  smtp.behaviour = {}
  smtp.received.length = 0
})

describe('a recipient', () => {
  test('that is refused permanently does not affect the others and is retried only by hand', async () => {
    smtp.behaviour = { recipient: (to) => (to.startsWith('schlecht') ? '550 5.1.1 unknown here' : undefined) }
    const { outboxRef } = await sent(two)
    await deliver()
    expect(await row(outboxRef)).toMatchObject({
      state: 'PARTLY_ACCEPTED',
      accepted: ['gut@example.test'],
      minutes: null,
    })
    const [item] = await outbox()
    expect(item).toMatchObject({
      state: 'PARTLY_ACCEPTED',
      detail: 'Der Server hat Empfänger abgelehnt.',
      refused: [{ address: 'schlecht@example.test', said: expect.stringContaining('5.1.1') }],
    })
    smtp.behaviour = {}
    await user.call(outgoingApi.retry, { params: { id: outboxRef } })
    await deliver()
    expect((await row(outboxRef))?.state).toBe('ACCEPTED')
    expect([receivedBy('gut@example.test'), receivedBy('schlecht@example.test')]).toEqual([1, 1])
  })

  test('that is greylisted is retried later, without the others', async () => {
    smtp.behaviour = { recipient: (to) => (to.startsWith('schlecht') ? '451 4.7.1 try again' : undefined) }
    const { outboxRef } = await sent(two)
    await deliver()
    expect(await row(outboxRef)).toMatchObject({ state: 'WAITING', accepted: ['gut@example.test'], minutes: 1 })
    expect(await workOnce(appContext)).toBe(false)
    await deliver()
    expect(await row(outboxRef)).toMatchObject({ state: 'WAITING', attempts: 2, minutes: 5 })
    smtp.behaviour = {}
    await deliver()
    expect((await row(outboxRef))?.state).toBe('ACCEPTED')
    expect([receivedBy('gut@example.test'), receivedBy('schlecht@example.test')]).toEqual([1, 1])
  })

  test('refused with all others means FAILED when permanent, WAITING when temporary', async () => {
    smtp.behaviour = { recipient: () => '550 no' }
    const bad = await sent()
    await deliver()
    expect((await row(bad.outboxRef))?.state).toBe('FAILED')
    smtp.behaviour = { recipient: () => '450 later' }
    const later = await sent()
    await deliver()
    expect(await row(later.outboxRef)).toMatchObject({ state: 'WAITING', minutes: 1 })
    const shown = (await outbox()).find(({ id }) => id === later.outboxRef)
    expect(shown?.detail).toContain('bittet um einen späteren Versuch')
    await sql`delete from email`.execute(database.kysely)
  })
})

describe('the answer of the server', () => {
  test.each<[string, typeof smtp.behaviour, string, string | null]>([
    ['to the sender, for good', { sender: () => '550 not you' }, 'FAILED', 'NOT_ALLOWED'],
    ['to the sender, for now', { sender: () => '421 busy' }, 'WAITING', 'LATER'],
    ['to the sender, for want of something there', { sender: () => '451 local error' }, 'WAITING', 'LATER'],
    ['to the content, for good', { content: () => '554 spam' }, 'FAILED', 'CONTENT_REFUSED'],
    ['to the content, for what is in it', { content: () => '552 5.7.0 blocked' }, 'FAILED', 'CONTENT_REFUSED'],
    ['to the content, for who is named as its sender', { content: () => '550 5.7.60 no' }, 'FAILED', 'NOT_ALLOWED'],
    ['to the content, for its size', { content: () => '552 5.3.4 too big' }, 'FAILED', 'TOO_LARGE'],
    ['to the size that is said before the content', { sender: () => '552 5.2.3 too big' }, 'FAILED', 'TOO_LARGE'],
    ['to the content, for now', { content: () => '451 later' }, 'WAITING', 'LATER'],
    ['to the content, for want of room', { content: () => '452 no room' }, 'WAITING', 'LATER'],
    ['by cutting the connection after the content', { content: () => 'drop' }, 'UNCLEAR', null],
  ])('%s', async (_, behaviour, state, fault) => {
    smtp.behaviour = behaviour
    const { outboxRef } = await sent()
    await deliver()
    const found = await row(outboxRef)
    expect(found?.state, JSON.stringify(found)).toBe(state)
    if (fault) expect(found?.fault).toBe(fault)
    const said = (await outbox()).find(({ id }) => id === outboxRef)?.detail
    if (fault === 'LATER') expect(said).toContain('bittet um einen späteren Versuch')
    expect((await outbox()).find(({ id }) => id === outboxRef)?.undoable).toBe(state !== 'UNCLEAR')
    await sql`delete from email`.execute(database.kysely)
  })

  test('is missing, or the sign-in fails: the message waits with the fault', async () => {
    const gone = await addMailbox(appContext, 9, { title: 'Niemand' })
    const settings = { outgoing: { host: '127.0.0.1', port: smtp.port, security: 'NONE', user: 'verkauf' } }
    const locked = await addMailbox(appContext, smtp.port, {
      title: 'Falsch',
      settings,
      secrets: { outgoingPassword: 'alt' },
    })
    const secure = { outgoing: { ...settings.outgoing, security: 'STARTTLS' } }
    const plain = await addMailbox(appContext, smtp.port, { title: 'Ohne TLS', settings: secure })
    smtp.behaviour = { signIn: (user, password) => user === 'verkauf' && password === 'neu' }
    const faults = []
    for (const id of [gone, locked, plain]) {
      const { outboxRef } = await sent({}, { id })
      await deliver()
      faults.push([(await row(outboxRef))?.state, (await row(outboxRef))?.fault])
    }
    expect(faults).toEqual([
      ['WAITING', 'REFUSED'],
      ['WAITING', 'CREDENTIALS'],
      ['WAITING', 'NO_STARTTLS'],
    ])
    expect(JSON.stringify(await outbox())).not.toContain('alt')
    await sql`delete from email`.execute(database.kysely)
  })

  test('refuses the sign-in temporarily: the message waits', async () => {
    const settings = { outgoing: { host: '127.0.0.1', port: smtp.port, security: 'NONE', user: 'verkauf' } }
    const id = await addMailbox(appContext, smtp.port, {
      title: 'Gedulden',
      settings,
      secrets: { outgoingPassword: 'neu' },
    })
    smtp.behaviour = { signIn: () => '454 4.7.0 temporary authentication failure' }
    const { outboxRef } = await sent({}, { id })
    await deliver()
    expect(await row(outboxRef)).toMatchObject({ state: 'WAITING', fault: 'LATER' })
    await sql`delete from email`.execute(database.kysely)
  })

  test('is not blamed when the own disk lost the message', async () => {
    const { outboxRef } = await sent()
    const files = path.join(appContext.services.config.dataDir, 'files')
    await rename(files, `${files}-away`)
    await expect(deliver()).rejects.toThrow('cannot be opened')
    expect(await row(outboxRef)).toMatchObject({ state: 'WAITING', fault: 'OWN_FAULT' })
    await rename(`${files}-away`, files)
    await deliver()
    expect((await row(outboxRef))?.state).toBe('ACCEPTED')
    await sql`delete from email`.execute(database.kysely)
  })

  test('stays temporary for a day: the message has failed', async () => {
    smtp.behaviour = { sender: () => '421 busy' }
    const { outboxRef } = await sent()
    await sql`update outbox set leaves_at = now() - interval '25 hours' where id = ${outboxRef}`.execute(
      database.kysely,
    )
    await deliver()
    expect((await row(outboxRef))?.state).toBe('FAILED')
  })
})

test('an unclear message is not resent automatically, only by a person', async () => {
  smtp.behaviour = { content: () => 'drop' }
  const { outboxRef } = await sent()
  await deliver()
  await deliver()
  expect(smtp.received.length).toBe(1)
  const again = await sent()
  await deliver()
  smtp.behaviour = {}
  await user.call(outgoingApi.retry, { params: { id: outboxRef } })
  await deliver()
  expect((await row(outboxRef))?.state).toBe('ACCEPTED')
  const { answer } = await user.call(outgoingApi.settle, { params: { id: again.outboxRef } })
  expect(answer).toMatchObject({ state: 'UNCLEAR', settled: true })
  expect((await user.call(outgoingApi.undo, { params: { id: again.outboxRef } })).problem.code).toBe('ALREADY_LEFT')
  expect((await user.call(outgoingApi.retry, { params: { id: again.outboxRef } })).problem.code).toBe('OUTBOX_SETTLED')
  expect((await user.call(outgoingApi.retry, { params: { id: outboxRef } })).problem.code).toBe('OUTBOX_STATE')
})

test('a sent message whose state cannot be saved is unclear and not resent', async () => {
  const db = database.kysely
  await sql`alter table outbox add constraint unwritable check (state <> 'ACCEPTED') not valid`.execute(db)
  const { outboxRef } = await sent()
  await expect(deliver()).rejects.toThrow('unwritable')
  await sql`alter table outbox drop constraint unwritable`.execute(db)
  await sql`update outbox set lease_until = now() - interval '1 second' where id = ${outboxRef}`.execute(db)
  await deliver()
  expect((await row(outboxRef))?.state).toBe('UNCLEAR')
  expect(smtp.received.length).toBe(1)
})

describe('undoing a message', () => {
  test('restores the draft with files and recipients and removes the e-mail', async () => {
    const draft = await user.call(draftApi.add, { body: { recipients: ['alt@example.test'], subject: 'Entwurf' } })
    const id = draft.answer.id
    const kept = await user.call(draftApi.addFile, { params: { id }, file: new File(['eins'], 'eins.txt') })
    const dropped = await user.call(draftApi.addFile, { params: { id }, file: new File(['weg'], 'weg.txt') })
    const message = {
      recipients: ['Frau Neu <neu@example.test>'],
      cc: ['cc@example.test'],
      bcc: ['bcc@example.test'],
      subject: 'Neu',
      bodyAsHtml: '<p>Text mit {{userSignature}}</p>',
      draftRef: id,
      draftFileRefs: [kept.answer.id],
    }
    const { outboxRef, emailRef } = await sent(message, { files: [new File(['zwei'], 'zwei.txt')] })
    expect((await user.call(draftApi.list, {})).answer).toEqual([])
    expect((await as('ADMIN').call(draftApi.get, { params: { id } })).problem.code).toBe('NOT_FOUND')
    const { answer } = await user.call(outgoingApi.undo, { params: { id: outboxRef } })
    const { draftRef: _, draftFileRefs: __, ...content } = message
    expect(answer).toMatchObject({ id, ...content, files: [{ name: 'eins.txt' }, { name: 'zwei.txt' }] })
    expect(answer.files.map((one) => one.id)).not.toContain(dropped.answer.id)
    const file = await user.call(draftApi.file, { params: { id, fileId: answer.files[1]?.id ?? '' } })
    expect(file.response.body).toBe('zwei')
    await deliver()
    expect(smtp.received).toEqual([])
    const { rows } = await sql`select from email where id = ${emailRef}`.execute(database.kysely)
    expect(rows).toEqual([])
    expect((await user.call(outgoingApi.undo, { params: { id: outboxRef } })).problem.code).toBe('NOT_FOUND')
  })

  test('is refused once it has left, and for messages of other users', async () => {
    const { outboxRef } = await sent()
    expect((await as('ADMIN').call(outgoingApi.undo, { params: { id: outboxRef } })).status).toBe(404)
    await deliver()
    expect((await user.call(outgoingApi.undo, { params: { id: outboxRef } })).problem.code).toBe('ALREADY_LEFT')
  })
})

test('a bounce report makes a message undeliverable, a delay report does not', async () => {
  const { outboxRef, emailRef } = await sent()
  await deliver()
  const report = (delayed: boolean) =>
    inTransaction(appContext, systemActor(), (ctx) =>
      bounceArrived(ctx, { originalRef: emailRef, delayed, diagnostic: '550 no such user' }),
    )
  await report(true)
  expect((await row(outboxRef))?.state).toBe('ACCEPTED')
  await report(false)
  expect((await outbox()).find(({ id }) => id === outboxRef)).toMatchObject({
    state: 'UNDELIVERABLE',
    detail: 'Die E-Mail kam als unzustellbar zurück.',
    said: '550 no such user',
  })
})

test('several processes deliver each message once', async () => {
  const refs = await Promise.all(Array.from({ length: 20 }, () => sent()))
  await sql`update outbox set leaves_at = now() where state = 'WAITING'`.execute(database.kysely)
  const log = { info: () => {}, error: () => {} }
  const processes = [1, 2, 3].map(() => startOutbox(appContext, log, { pollMs: 20 }))
  await expect.poll(() => smtp.received.length).toBe(20)
  await Promise.all(processes.map((one) => one.stop()))
  const states = await Promise.all(refs.map(async ({ outboxRef }) => (await row(outboxRef))?.state))
  expect(new Set(states)).toEqual(new Set(['ACCEPTED']))
  expect(smtp.received.length).toBe(20)
})

describe('a process killed', () => {
  function start(): ChildProcess {
    const given = { connection: database.connection, dataDir: appContext.services.config.dataDir }
    return spawn(process.execPath, [path.resolve(import.meta.dirname, '../../../test/outbox-worker.ts')], {
      env: { ...process.env, OUTBOX_WORKER: JSON.stringify(given) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  async function kill(worker: ChildProcess) {
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }
  const leave = () => sql`update outbox set leaves_at = now() where state = 'WAITING'`.execute(database.kysely)

  test('before the content was sent leaves a message that another process delivers once', async () => {
    let asked = 0
    smtp.slow = { recipient: 60_000, asked: () => asked++ }
    const { outboxRef } = await sent()
    await leave()
    const worker = start()
    await expect.poll(() => asked).toBeGreaterThan(0)
    await kill(worker)
    smtp.slow = {}
    await wait(1200)
    while (await workOnce(appContext));
    expect((await row(outboxRef))?.state).toBe('ACCEPTED')
    expect(smtp.received.length).toBe(1)
  })

  test('after the content was sent leaves the message unclear, and it is not sent again', async () => {
    let asked = 0
    smtp.slow = { content: 60_000, asked: () => asked++ }
    const { outboxRef } = await sent()
    await leave()
    const worker = start()
    await expect.poll(() => asked).toBeGreaterThan(0)
    await kill(worker)
    smtp.slow = {}
    await wait(1200)
    while (await workOnce(appContext));
    expect((await row(outboxRef))?.state).toBe('UNCLEAR')
    expect(smtp.received.length).toBe(1)
  })

  test('at a random moment loses no message and sends none twice', async () => {
    // `npm run test:crash` does this fifty times.
    const count = 12
    const refs = await Promise.all(Array.from({ length: count }, (_, at) => sent({ subject: `Nummer ${at}` })))
    // Each message has two such steps, so some are still left.
    let asked = 0
    const last = 1 + Math.floor(Math.random() * 12)
    const reached = new Promise<void>((resolve) => {
      smtp.slow = { recipient: 5, content: 5, asked: () => ++asked === last && resolve() }
    })
    await leave()
    const worker = start()
    await Promise.race([reached, once(worker, 'exit').then(() => Promise.reject(new Error('the worker ended')))])
    await wait(Math.random() * 10)
    await kill(worker)
    await wait(1200)
    while (await workOnce(appContext));
    const states = await Promise.all(refs.map(async ({ outboxRef }) => (await row(outboxRef))?.state ?? ''))
    expect(states.filter((state) => !['ACCEPTED', 'UNCLEAR'].includes(state))).toEqual([])
    const subjects = smtp.received.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim())
    expect(new Set(subjects).size).toBe(subjects.length)
    for (const [at, state] of states.entries()) if (state === 'ACCEPTED') expect(subjects).toContain(`Nummer ${at}`)
    expect(states.filter((state) => state === 'UNCLEAR').length).toBeLessThanOrEqual(3)
  })
})

describe('before it is sent, a message', () => {
  const check = async (recipients: string[], rootEmailId: string | null = null) => {
    const since = '2020-01-01T00:00:00.000Z'
    const { answer } = await user.call(outgoingApi.check, { body: { recipients, rootEmailId, since } })
    return answer.map(({ kind, who, address }) => [kind, who, address])
  }
  test('has a warning for addresses that bounced or are own', async () => {
    await sql`
      with e as (insert into email (direction, kind, thread_id, received_at) values ('INCOMING', 'BOUNCE', uuid_v7(), now()) returning id)
      insert into email_bounce (email_id, recipient, delayed) select id, 'Weg@example.test', false from e
      union all select id, 'spaet@example.test', true from e`.execute(database.kysely)
    expect(await check(['Herr Weg <weg@EXAMPLE.test>', 'spaet@example.test', 'Verkauf@glut.example', 'nix'])).toEqual([
      ['BOUNCED', '', 'weg@example.test'],
      ['OWN_ADDRESS', '', 'verkauf@glut.example'],
    ])
    await sql`insert into mailbox (type, title, address, max_message_bytes, active)
      values ('IMAP', 'Umlaut', 'info@müller.example', 1000, false)`.execute(database.kysely)
    const own = [['OWN_ADDRESS', '', 'info@xn--mller-kva.example']]
    expect(await check(['info@Müller.example'])).toEqual(own)
    expect(await check(['info@xn--mller-kva.example'])).toEqual(own)
  })

  test('has a warning when a colleague answered, closed or took the original', async () => {
    const { rows } = await sql<{ id: string }>`
      insert into email (direction, thread_id, received_at, state, assignee_id)
      select 'INCOMING', uuid_v7(), now(), 'CLOSED', id from app_user where username = 'ADMIN' returning id`.execute(
      database.kysely,
    )
    const root = rows[0]?.id ?? ''
    const { outboxRef } = await sent({}, { query: { rootEmailId: root } })
    expect(await check([], root)).toEqual([
      ['CLOSED_MEANWHILE', '', ''],
      ['ASSIGNED_ELSEWHERE', 'ADMIN', ''],
    ])
    await sql`
      update outbox set created_by = (select id from app_user where username = 'ADMIN') where id = ${outboxRef}`.execute(
      database.kysely,
    )
    expect((await check([], root))[0]).toEqual(['ANSWERED_MEANWHILE', 'ADMIN', ''])
  })
})
