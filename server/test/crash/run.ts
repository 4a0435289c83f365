import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { contactApi } from '#contract/contacts/contacts'
import { mailboxApi, type NewMailbox } from '#contract/mail/mailboxes'
import { outgoingApi } from '#contract/mail/outgoing'
import { startPostgres } from '../../src/db/postgres/start.ts'
import { startDovecot } from '../dovecot.ts'
import { mailboxAt } from '../mail.ts'
import { type ProductProcess, startProcess } from '../product-process.ts'
import { startSmtp } from '../smtp-server.ts'
import { type Checked, checkAll } from './checks.ts'
import { addressOf, contactCount, mailAt, type Sent, sentAt } from './mails.ts'
import { type Random, randomOf } from './random.ts'
import { settled, takenNow, underWay } from './state.ts'
import { Visitor } from './visitor.ts'

export interface Plan {
  readonly seed: number
  readonly kills: number
  readonly mails: number
  readonly sends: number
  /** Skips the time for undoing a message and the lease of a killed process. */
  readonly hurried: boolean
}

/** Moments of a kill: while the product starts, any time, after mail arrived, while a message is being sent. */
const moments = ['START', 'ANY', 'MAIL', 'MAIL', 'SENDING'] as const

/**
 * Kills the product at random moments while real servers deliver and receive mail, then checks the result. Sometimes
 * its database is killed as well.
 */
export async function crash(plan: Plan, say: (line: string) => void): Promise<Checked> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'glut-crash-'))
  // The account that runs the database needs access to the folder.
  chmodSync(dataDir, 0o711)
  const dovecot = await startDovecot()
  const smtp = await startSmtp()
  const box = dovecot.account('crash')
  const visitor = new Visitor()
  const password = randomUUID()
  const start = () => {
    const started = startProcess({ DATA_DIR: dataDir, ADMIN_PASSWORD: password, LOG_LEVEL: 'error' })
    void started.address.then((address) => {
      visitor.address = address
    })
    return started
  }
  let product = start()
  try {
    await visitor.signIn('admin', password)
    const mailboxId = await furnish(visitor, mailboxAt(dovecot.imap, box, outgoingAt(smtp.port)))
    const connection = await connectionBelow(dataDir)
    const mails = Array.from({ length: plan.mails }, (_, at) => mailAt(at))
    const sent = Array.from({ length: plan.sends }, (_, at) => sentAt(at))
    const random = randomOf(plan.seed)
    const met = { mails: 0, messages: 0, databases: 0, handedIn: new Set<string>() }
    const failures: string[] = []
    let lives = 0
    let delivered = 0
    const handedOver = sendAll(visitor, mailboxId, sent, async (at) => {
      while (lives <= (at * plan.kills) / plan.sends) await sleep(50)
      if (plan.hurried) await takenNow(connection)
    })
    handedOver.catch(() => {})
    while (lives < plan.kills) {
      const pieces = plan.kills - lives
      const waiting = mails.slice(delivered)
      const piece = pieces === 1 ? waiting : waiting.slice(0, random.whole((waiting.length / pieces) * 2 + 1))
      delivered += piece.length
      const deliver = () => dovecot.deliver(box, ...piece.map(({ source }) => source))
      const moment = moments[random.whole(moments.length)] ?? 'ANY'
      if (!(await lived(product, moment, random, deliver, smtp))) failures.push(`life ${lives} ended by itself`)
      visitor.address = null
      await product.end('SIGKILL')
      const state = await underWay(connection)
      if (state.mails > 0) met.mails += 1
      if (state.messages.length > 0) met.messages += 1
      for (const id of state.messages) met.handedIn.add(id)
      if (random.chance(30) && killDatabase(dataDir)) met.databases += 1
      failures.push(
        ...product.lines.filter((line) => /"level":[56]0/.test(line)).map((line) => `life ${lives}: ${line}`),
      )
      product = start()
      lives += 1
      if (lives % 10 === 0)
        say(`${lives} kills, ${delivered} mails delivered, ${smtp.received.length} messages received`)
    }
    const started = new Date()
    await handedOver
    await settled(connection, plan, started)
    say(`${met.mails} kills met mail on its way and ${met.messages} messages; ${met.databases} took the database along`)
    const checked = await checkAll({
      connection,
      dataDir,
      dovecot,
      box,
      mails,
      sent,
      received: smtp.received,
      handedIn: met.handedIn,
    })
    const code = await product.end('SIGTERM')
    if (code !== 0) failures.push(`the product ended with ${code}`)
    return { ...checked, failures: [...failures, ...checked.failures] }
  } finally {
    await product.end('SIGKILL')
    await (await startPostgres({ dataDir })).stop()
    await Promise.all([dovecot.remove(), smtp.stop()])
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const outgoingAt = (port: number) => ({ outgoing: { host: '127.0.0.1', port, security: 'NONE', user: '' } })

async function furnish(visitor: Visitor, mailbox: NewMailbox): Promise<string> {
  for (let at = 0; at < contactCount; at++) {
    const body = { givenName: 'Kunde', surname: `Nummer ${at}`, emailAddresses: [{ address: addressOf(at) }] }
    await visitor.call(contactApi.add, { query: {}, body })
  }
  return (await visitor.call(mailboxApi.add, { body: mailbox })).id
}

/** Returns the connection of the database, whoever runs it. */
async function connectionBelow(dataDir: string): Promise<pg.ClientConfig> {
  const { connection, stop } = await startPostgres({ dataDir })
  await stop()
  return connection
}

/** Sends each message in its turn; the visitor repeats interrupted calls with the same key. */
async function sendAll(visitor: Visitor, id: string, sent: readonly Sent[], turn: (at: number) => Promise<void>) {
  for (const [at, { key, subject, to, html }] of sent.entries()) {
    await turn(at)
    const message = { recipients: [to], subject, bodyAsHtml: html, idempotencyKey: key }
    await visitor.call(outgoingApi.send, { params: { id }, query: {}, body: { message: JSON.stringify(message) } })
  }
}

/**
 * Lets the product run while mail is delivered, up to the moment of the kill; returns false when it did not even start.
 */
async function lived(
  product: ProductProcess,
  moment: (typeof moments)[number],
  random: Random,
  deliver: () => Promise<void>,
  smtp: Awaited<ReturnType<typeof startSmtp>>,
): Promise<boolean> {
  const wait = random.number(1)
  const before = random.number(1)
  if (moment === 'START') {
    await Promise.all([sleep(wait * 1500), deliver()])
    return product.child.exitCode === null
  }
  const handingIn = new Promise<void>((done) => {
    smtp.behaviour = {
      sender: () => {
        done()
        return undefined
      },
    }
  })
  if ((await product.address) === null) return false
  if (moment === 'ANY') await Promise.all([sleep(wait * 3000), sleep(before * 1500).then(deliver)])
  if (moment === 'MAIL') {
    await sleep(before * 800)
    await deliver()
    await sleep(wait * 900)
  }
  if (moment === 'SENDING') {
    await deliver()
    await Promise.race([handingIn, sleep(4000)])
    await sleep(wait * 60)
  }
  return product.child.exitCode === null
}

/** Kills the database; returns false when it does not run. */
function killDatabase(dataDir: string): boolean {
  const data = path.join(realpathSync(dataDir), 'postgres/data')
  try {
    const pid = Number.parseInt(readFileSync(path.join(data, 'postmaster.pid'), 'utf8'), 10)
    // The process id in the file may belong to another process by now.
    if (readlinkSync(`/proc/${pid}/cwd`) !== data) return false
    process.kill(pid, 'SIGKILL')
    return true
  } catch {
    return false
  }
}
