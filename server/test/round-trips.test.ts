import type pg from 'pg'
import { expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { encounterApi } from '#contract/contacts/encounters'
import { flameApi } from '#contract/orders/flames'
import { inTransaction, systemActor } from '../src/http/context.ts'
import { fileArrivalIn, keepContents } from '../src/mail/filing/file-email.ts'
import { lockFiling, lockKeys } from '../src/mail/filing/lock-filing.ts'
import { parseMessage } from '../src/mail/reading/parse.ts'
import { testApp } from './app.ts'
import { emailFactory } from './emails.ts'
import { article, flameFactory } from './flames.ts'
import { mail } from './mail.ts'

const app = await testApp()
const { as, appContext, database } = app
const user = as('USER')
const { buildBoard, buildContact, buildFlame } = flameFactory(as)
const { buildMailbox } = emailFactory(app)

interface Cost {
  /** Number of times that a response of the database was awaited. */
  roundTrips: number
  statements: number
}

/** Counts the statements and round trips of all connections while `act` runs. */
async function costOf(act: () => Promise<unknown>): Promise<Cost> {
  const cost = { roundTrips: 0, statements: 0 }
  const answered = () => (cost.roundTrips += 1)
  const done = () => (cost.statements += 1)
  const watched = new Set<pg.Connection>()
  const watch = (client: pg.PoolClient) => {
    const { connection } = client as unknown as { connection: pg.Connection }
    if (watched.has(connection)) return
    watched.add(connection)
    connection.on('readyForQuery', answered)
    connection.on('commandComplete', done)
  }
  database.pool.on('acquire', watch)
  try {
    await act()
  } finally {
    database.pool.off('acquire', watch)
    for (const connection of watched) connection.off('readyForQuery', answered).off('commandComplete', done)
  }
  return cost
}

const ok = async (answer: Promise<{ status: number; problem: unknown }>) => {
  const { status, problem } = await answer
  expect(status, JSON.stringify(problem)).toBe(200)
}

const board = await buildBoard()
const contact = await buildContact()
const flames = [
  await buildFlame({ taskboardRef: board.id, contactRef: contact.id }),
  await buildFlame({ taskboardRef: board.id, contactRef: contact.id }),
]
const flame = async (at: number) => {
  const { answer } = await user.call(flameApi.get, { params: { id: flames[at]?.id ?? '' } })
  return { ...answer, params: { id: answer.id } }
}
const inbox = database.kysely
  .selectFrom('mail_folder')
  .select('id')
  .where('mailbox_id', '=', await buildMailbox())
const folderId = (await inbox.executeTakeFirstOrThrow()).id

let made = 0
/** Each function prepares its data and returns the action to count. */
const prepare = {
  'add a contact with an address and an e-mail address': async () => () =>
    ok(
      user.call(contactApi.add, {
        body: {
          surname: `Neu ${made}`,
          emailAddresses: [{ address: `neu${made}@example.org` }],
          addresses: [{ addressType: 'HOME', street: 'Seeweg 4', zipCode: '3000', city: 'Bern' }],
        },
      }),
    ),
  'save a dossier': async () => {
    const { params, version, dossier } = await flame(0)
    const articles = ['Rost', 'Schale', 'Deckel'].map((name) => article(`${name} ${made}`))
    return () => ok(user.call(flameApi.update, { params, body: { version, dossier: { ...dossier, articles } } }))
  },
  'move a card': async () => {
    const { params, version, taskboardRef } = await flame(1)
    const step = board.steps[1 + (made % 2)]?.id ?? ''
    return () => ok(user.call(flameApi.move, { params, body: { version, taskboardRef, step } }))
  },
  'add an encounter': async () => () =>
    ok(
      user.call(encounterApi.add, {
        params: { id: contact.id },
        body: { encounterType: 'TELEPHONE', description: `Anruf ${made}` },
      }),
    ),
  'file a message': async () => {
    const source = Buffer.from(mail({ Subject: `Anfrage ${made}`, 'Message-ID': `<${made}@example.org>` }))
    const message = await parseMessage(source)
    const kept = await keepContents({ db: database.kysely, services: appContext.services }, source, message)
    const place = { folderId, uidValidity: 1, uid: String(made), role: 'INBOX', receivedAt: null, seen: false }
    return () =>
      inTransaction(appContext, systemActor(), async (ctx) => {
        const locks = await lockFiling(ctx.db, lockKeys(message, kept.sourceHash, 'INBOX'))
        await fileArrivalIn(ctx, message, kept, { ...place, past: false }, locks)
      })
  },
}

// Queries sent with the commit and notifications of the browsers count as well. Only the last of two runs counts,
// because connections prepare statements in the first.
test.each<[keyof typeof prepare, Cost]>([
  ['add a contact with an address and an e-mail address', { roundTrips: 1, statements: 7 }],
  ['save a dossier', { roundTrips: 2, statements: 9 }],
  ['move a card', { roundTrips: 2, statements: 8 }],
  ['add an encounter', { roundTrips: 2, statements: 11 }],
  ['file a message', { roundTrips: 5, statements: 9 }],
])('to %s takes exactly these round trips and statements', async (name, cost) => {
  // renews the cached session, whose query would count otherwise
  await flame(0)
  const costs: Cost[] = []
  for (; costs.length < 2; made += 1) costs.push(await costOf(await prepare[name]()))
  expect(costs.at(-1)).toEqual(cost)
})
