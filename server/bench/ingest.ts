import { randomUUID } from 'node:crypto'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/db.ts'
import { startPostgres } from '../src/db/postgres/start.ts'
import { openFileStore } from '../src/files/open-store.ts'
import type { AppContext } from '../src/http/context.ts'
import { openVault } from '../src/http/vault.ts'
import { syncOnce } from '../src/mail/mailboxes/sync-mailbox.ts'
import { prepareDatabase } from '../src/prepare.ts'
import { readable } from '../src/registries/readable.ts'
import { type Dovecot, startDovecot } from '../test/dovecot.ts'
import { connectMailbox, mailboxAt } from '../test/mail.ts'
import { collectGarbage } from './collect-garbage.ts'
import { figure } from './harness.ts'
import { messageAt } from './messages.ts'

/** Mail from Dovecot into an empty database with the settings of operation, then ten times as much. */
export async function benchIngest(): Promise<void> {
  const count = Number(process.env.BENCH_ROWS ?? 10_000)
  const folder = mkdtempSync(path.join(tmpdir(), 'glut-bench-mail-'))
  chmodSync(folder, 0o711)
  const dovecot = await startDovecot()
  const postgres = await startPostgres({ dataDir: folder })
  const database = openDatabase(postgres.connection, { max: 20 })
  try {
    await prepareDatabase(database)
    const config = { ...readConfig({}, []), dataDir: folder }
    const services = { config, vault: openVault(null, folder), files: openFileStore(config), readable }
    const appContext: AppContext = { database, services, checkAnswers: false }
    await takeIn(appContext, dovecot, 'warm', 200)
    const small = await takeIn(appContext, dovecot, 'small', count / 10)
    const large = await takeIn(appContext, dovecot, 'large', count)
    figure('mail: taken in from Dovecot', large.perSecond, { unit: 'mails/s', atLeast: 100 })
    figure('mail: memory for ten times the mails', (large.bytes - small.bytes) / 1e6, { unit: 'MB more', atMost: 30 })
  } finally {
    await database.close()
    await postgres.stop()
    await dovecot.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The first message through the door, the others into the folder that it opened: that takes far less time. */
async function fill(dovecot: Dovecot, address: string, name: string, count: number): Promise<void> {
  await dovecot.deliver(address, messageAt(0, name))
  const folder = path.join(dovecot.folderOf(address), 'new')
  const { uid, gid } = statSync(folder)
  for (let at = 1; at < count; at += 1) {
    const file = path.join(folder, `${1_700_000_000 + at}.${randomUUID()}.bench`)
    writeFileSync(file, messageAt(at, name))
    chownSync(file, uid, gid)
  }
}

/** How fast a mailbox comes in, and what it keeps in memory meanwhile: heap and buffers. */
async function takeIn(appContext: AppContext, dovecot: Dovecot, name: string, count: number) {
  const address = dovecot.account(name)
  const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, address))
  await fill(dovecot, address, name, count)
  let bytes = 0
  const measure = () => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    bytes = Math.max(bytes, heapUsed + external)
  }
  const began = performance.now()
  const over = new AbortController()
  const measuring = (async () => {
    for (;;) {
      await sleep(1000, undefined, { signal: over.signal })
      measure()
    }
  })().catch(() => {})
  const filed = await syncOnce(appContext, id)
  const perSecond = (filed / (performance.now() - began)) * 1000
  over.abort()
  await measuring
  measure()
  console.log(`        ${filed} mails at ${perSecond.toFixed(0)} a second, ${(bytes / 1e6).toFixed(0)} MB`)
  if (filed !== count) throw new Error(`${filed} of ${count} messages came in`)
  return { perSecond, bytes }
}
