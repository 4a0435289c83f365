import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { connectMailbox, mail, mailboxAt } from '../../../test/mail.ts'
import { databaseThrough, testProxy } from '../../../test/proxy.ts'
import { testDovecot } from '../../../test/test-dovecot.ts'
import { openDatabase } from '../../db/db.ts'
import { locks } from '../../db/locks.ts'
import { loadMailbox } from '../transports/mailbox.ts'
import { openTransport } from '../transports/open-transport.ts'
import { assertReader, giveBack, ReplacedReader, takeOver } from './reader.ts'
import { startSync } from './sync.ts'
import { syncRound } from './sync-round.ts'
import { wakeMailbox } from './wake.ts'

const { appContext, database } = await testApp({ databaseUrl: 'postgres://elsewhere' })
const db = database.kysely
const dovecot = await testDovecot()
const log = { info: () => {}, error: () => {} }
const pace = { beatMs: 100, limitMs: 4000, takeOverMs: 5000 }
/** Pace of a reader that must not lose its locks, however busy the machine is. */
const steady = { ...pace, limitMs: 120_000 }
const patience = { timeout: 90_000 }
const never = new AbortController().signal
const heldHere = `select pid from pg_locks where classid = $1
  and database = (select oid from pg_database where datname = current_database())`
const filed = () => db.selectFrom('email').select('subject').orderBy('subject').execute()

test('a reader that silently lost its locks stops before the next one starts, and no message is filed twice', async () => {
  const address = dovecot.account('zwei')
  const server = await testProxy(dovecot.pop3)
  // With POP3 a reader has only one connection at a time.
  await connectMailbox(appContext, mailboxAt(server.port, address, { type: 'POP3' }))
  const names = Array.from({ length: 90 }, (_, at) => `Nummer ${String(at).padStart(3, '0')}`)
  await dovecot.deliver(address, ...names.slice(0, 60).map((Subject) => mail({ Subject })))
  const { proxy, through } = await databaseThrough(database.connection)
  const cut = openDatabase(through)
  afterAll(() => cut.close())

  // The first reader gets halfway, and hangs there until it gives up by itself.
  server.silence(/^RETR 30\r/m)
  const first = startSync({ ...appContext, database: { ...cut, listener: database.listener } }, log, pace)
  await expect.poll(() => server.log, patience).toContain('silenced')
  server.silence(null)
  const second = startSync(appContext, log, steady)
  try {
    await dovecot.deliver(address, ...names.slice(60).map((Subject) => mail({ Subject })))
    proxy.silence(/are the locks held|pg_try_advisory_lock/)
    await expect.poll(() => proxy.log, patience).toContain('silenced')
    // The server ends the session; the first reader does not notice.
    const held = async () => {
      const found = await database.pool.query(heldHere, [locks.readingMailbox])
      return found.rows.map(({ pid }) => pid)
    }
    const [lost] = await held()
    await database.pool.query('select pg_terminate_backend($1)', [lost])
    await expect.poll(held, patience).not.toContain(lost)
    await wakeMailbox(db, '')
    await expect.poll(async () => (await filed()).length, patience).toBe(names.length)
    expect((await filed()).map(({ subject }) => subject)).toEqual(names)
    expect(await db.selectFrom('mail_source').select('id').execute()).toHaveLength(names.length)
    // On a busy machine the first reader may have started twice before.
    const silenced = server.log.indexOf('silenced')
    expect(server.log.slice(silenced - 1, silenced + 3)).toEqual(['opened', 'silenced', 'closed', 'opened'])
  } finally {
    await Promise.all([first.stop(), second.stop()])
  }
}, 240_000)

test('a reader does not wait after the former one stopped properly', async () => {
  const address = dovecot.account('ordentlich')
  const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, address))
  const hours = { ...steady, takeOverMs: 3_600_000 }
  for (const subject of ['Erst', 'Dann']) {
    await dovecot.deliver(address, mail({ Subject: subject }))
    const reader = startSync(appContext, log, hours)
    await expect.poll(async () => (await filed()).map((one) => one.subject), patience).toContain(subject)
    await reader.stop()
    expect(await db.selectFrom('mailbox_reader').select('token').where('mailbox_id', '=', id).execute()).toEqual([])
  }
})

test('a replaced reader files nothing and changes nothing on the server', async () => {
  const address = dovecot.account('ersetzt')
  const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, address))
  await dovecot.deliver(address, mail({ Subject: 'Nur einmal' }))
  const reader = (token: string) => ({
    mailboxId: id,
    token: `00000000-0000-7000-8000-00000000000${token}`,
    lost: never,
  })
  const round = async (token: string) => {
    const mailbox = await loadMailbox(db, appContext.services.vault, id)
    if (!mailbox) throw new Error('the mailbox is gone')
    const transport = await openTransport(appContext.services.config, mailbox)
    const done = syncRound(appContext, mailbox, transport, { assertReader: (tx) => assertReader(tx, reader(token)) })
    return done.finally(() => transport.close())
  }
  const places = () =>
    db.selectFrom('mail_source').innerJoin('mail_folder', 'mail_folder.id', 'folder_id').where('mailbox_id', '=', id)
  await takeOver(db, reader('1'), 0, never)
  await takeOver(db, reader('2'), 0, never)
  await expect(round('1')).rejects.toThrow(ReplacedReader)
  expect(await places().select('email_id').execute()).toEqual([])
  expect((await round('2')).filed).toBe(1)
  const [place] = await places().select('mail_source.id').execute()
  await db
    .insertInto('mail_server_task')
    .values({ source_id: String(place?.id), task: 'SEEN' })
    .execute()
  const flags = () => dovecot.doveadm('fetch', '-u', address, 'flags', 'all')
  await expect(round('1')).rejects.toThrow(ReplacedReader)
  expect(await flags()).not.toContain('\\Seen')
  await round('2')
  expect(await flags()).toContain('\\Seen')
  // A former reader that gives up its role by mistake does not affect the new one.
  await giveBack(db, reader('1'))
  expect((await round('2')).filed).toBe(0)
})

test('a new reader waits for a running write of the former one', async () => {
  const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, dovecot.account('wartet')))
  const reader = (token: string) => ({
    mailboxId: id,
    token: `00000000-0000-7000-8000-00000000000${token}`,
    lost: never,
  })
  await takeOver(db, reader('1'), 0, never)
  let isOver = false
  let taken: Promise<void> = Promise.resolve()
  await db.transaction().execute(async (tx) => {
    await assertReader(tx, reader('1'))
    taken = takeOver(db, reader('2'), 0, never).then(() => {
      expect(isOver).toBe(true)
    })
    await expect
      .poll(async () => {
        const { rows } = await database.pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return rows.length
      })
      .toBe(1)
    isOver = true
  })
  await taken
})
