import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { InputOf } from '#contract/endpoint'
import { allOwners, unassigned } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { permissions } from '#contract/permissions'
import type { Database } from '../src/db/db.ts'
import { systemActor } from '../src/http/context.ts'
import { emailsByIds, firstQuery } from '../src/mail/inbox/inbox.queries.ts'
import { isKeptInOrder, pageQuery } from '../src/mail/inbox/page.queries.ts'
import { startDovecot } from '../test/dovecot.ts'
import { mailboxAt } from '../test/mail.ts'
import { bareQuery } from './bare.ts'
import { benchData } from './data.ts'
import { bench, compare, figure } from './harness.ts'
import { benchEmails } from './mail-data.ts'
import { messageAt } from './messages.ts'
import { type Product, startProduct } from './product.ts'

const limit = { times: 1.5, plus: 3 }
const readers = 16
/** Mails a second that are delivered while they read. */
const pace = 100

type Query = NonNullable<InputOf<typeof emailApi.list>['query']>
interface Ask {
  readonly path: string
  bare(client: pg.Client): Promise<unknown>
}

/** The first page of an inbox of 500,000 e-mails: by one reader, and by sixteen while mail comes in. */
export async function benchInbox(): Promise<void> {
  const { postgres, database } = await benchData()
  const { owners } = await benchEmails(database)
  const product = await startProduct()
  const ownerAt = (round: number) => owners[round % owners.length]
  const lists: Record<string, (round: number) => Query> = {
    'what is open': () => ({ state: ['OPEN'], direction: 'INCOMING' }),
    'what somebody is at': (round) => ({ assigneeRefs: ownerAt(round), state: 'IN_PROGRESS', direction: 'INCOMING' }),
    'what nobody has': () => ({ assigneeRefs: unassigned, state: 'OPEN', direction: 'INCOMING' }),
    'what is closed': () => ({ state: 'CLOSED', direction: 'INCOMING' }),
    'what was sent': () => ({ direction: 'OUTGOING' }),
    'all of everybody': () => ({ assigneeRefs: allOwners }),
    'all of somebody': (round) => ({ assigneeRefs: ownerAt(round) }),
  }
  const asks = Object.entries(lists).map(([name, query]) => {
    return { name, all: owners.map((_, round) => askOf(database, query(round))) }
  })
  const client = await connected(postgres.connection)
  for (const { name, all } of asks) {
    const at = (round: number) => all[round % all.length] as Ask
    await bench(`inbox of 500,000: ${name}`, {
      bare: (round) => at(round).bare(client),
      product: (round) => product.call('GET', at(round).path),
      rounds: 200,
      limit,
    })
  }
  await client.end()
  const mixed = owners.flatMap((_, round) => asks.map(({ all }) => all[round] as Ask))
  await whileMailComesIn(product, database, () => readTogether(product, postgres.connection, mixed))
  await product.stop()
  await database.close()
  await postgres.stop()
}

const seesAll = { ...systemActor(), permissions: new Set(permissions) }

function askOf(database: Database, query: Query): Ask {
  const { after, pageSize, ...filter } = emailApi.list.query.parse(query)
  const page = { after, pageSize }
  const first = isKeptInOrder(filter, page) && bareQuery(database, firstQuery(seesAll, filter, page))
  const found = bareQuery(database, pageQuery(seesAll, filter, page))
  const address = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) address.append(name, String(one))
  return {
    path: `${emailApi.list.path}?${address}`,
    async bare(client) {
      if (first) return void (await client.query(first))
      const { rows } = await client.query<{ id: string }>(found)
      await client.query(bareQuery(database, emailsByIds(seesAll, rows.slice(0, pageSize))))
    },
  }
}

async function connected(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection)
  await client.connect()
  return client
}

/** Sixteen read, each page as soon as the last one is there, in turns with sixteen bare clients. */
async function readTogether(product: Product, connection: pg.ClientConfig, asks: readonly Ask[]): Promise<void> {
  const clients = await Promise.all(Array.from({ length: readers }, () => connected(connection)))
  const times = { bare: [] as number[], product: [] as number[] }
  const read = (which: 'bare' | 'product', seconds: number) => {
    const end = performance.now() + seconds * 1000
    return Promise.all(
      clients.map(async (client, reader) => {
        for (let round = reader * 5; performance.now() < end; round++) {
          const ask = asks[round % asks.length] as Ask
          const began = performance.now()
          await (which === 'bare' ? ask.bare(client) : product.call('GET', ask.path))
          times[which].push(performance.now() - began)
        }
      }),
    )
  }
  for (const which of ['bare', 'product'] as const) await read(which, 1)
  times.bare.length = 0
  times.product.length = 0
  for (let turn = 0; turn < 5; turn++) for (const which of ['bare', 'product'] as const) await read(which, 3)
  compare(`inbox of 500,000: ${readers} readers while mail comes in`, times, limit)
  await Promise.all(clients.map((client) => client.end()))
}

/** Runs something while the product takes in what is delivered to a mailbox; nothing of that is kept. */
async function whileMailComesIn(product: Product, database: Database, run: () => Promise<void>): Promise<void> {
  const dovecot = await startDovecot()
  const address = dovecot.account('bench')
  const outgoing = { host: '127.0.0.1', port: dovecot.imap, security: 'NONE', user: '' }
  const answer = await product.call('POST', '/api/mailboxes', mailboxAt(dovecot.imap, address, { outgoing }))
  const { id } = JSON.parse(answer.toString()) as { id: string }
  const over = new AbortController()
  let delivered = 0
  const began = performance.now()
  const delivering = (async () => {
    while (!over.signal.aborted) {
      const due = Math.min(50, Math.floor(((performance.now() - began) / 1000) * pace) - delivered)
      const from = delivered
      if (due > 0) await dovecot.deliver(address, ...Array.from({ length: due }, (_, at) => messageAt(from + at, id)))
      delivered += Math.max(0, due)
      await sleep(100)
    }
  })()
  try {
    await run()
    over.abort()
    await delivering
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(email_id)::int from mail_source s join mail_folder f on f.id = s.folder_id where f.mailbox_id = $1`,
      [id],
    )
    const seconds = (performance.now() - began) / 1000
    figure('mail: taken in while sixteen read', (rows[0]?.count ?? 0) / seconds, { unit: 'mails/s', atLeast: 1 })
  } finally {
    over.abort()
    await dovecot.remove()
    await database.pool.query('update mailbox set active = false, deleted_at = now() where id = $1', [id])
    await sleep(1000)
    await database.pool.query(
      `delete from email where id in (select email_id from mail_source s join mail_folder f on f.id = s.folder_id
                                       where f.mailbox_id = $1)`,
      [id],
    )
    await database.pool.query('delete from mailbox where id = $1', [id])
  }
}
