import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { graphStandIn } from '../../../test/graph.ts'
import { outgoingApp } from '../../../test/outgoing.ts'
import { addMailbox } from '../../../test/smtp.ts'

const graph = await graphStandIn('verkauf@glut.example')
const { database, appContext, smtp, sent, deliver, row } = await outgoingApp({
  m365LoginUrl: graph.url,
  m365GraphUrl: graph.url,
})
const office = { tenantId: 'tenant', clientId: 'client', user: 'verkauf@glut.example', protocol: 'IMAP_SMTP' }
const outgoing = { host: '127.0.0.1', port: smtp.port, security: 'NONE', user: '' }
const mailbox = (title: string, clientSecret: string) =>
  addMailbox(appContext, smtp.port, {
    type: 'OFFICE_365',
    title,
    settings: { outgoing, office },
    secrets: { clientSecret },
  })
const id = await mailbox('Microsoft', graph.secret)
const asked: string[] = []
const knows = (user: string, token: string) => {
  asked.push(user)
  return graph.isGood(token)
}

afterEach(async () => {
  smtp.behaviour = {}
  smtp.received.length = 0
  asked.length = 0
  await sql`delete from email`.execute(database.kysely)
})

test('a message is sent by SMTP with a token as the mailbox user, without an own copy', async () => {
  smtp.behaviour = { token: knows }
  const { outboxRef } = await sent({ subject: 'Mit Token' }, { id })
  await deliver()
  expect((await row(outboxRef))?.state).toBe('ACCEPTED')
  expect(smtp.received).toHaveLength(1)
  expect(asked).toEqual(['verkauf@glut.example'])
  const { rows } = await sql`select copy_state from outbox where id = ${outboxRef}`.execute(database.kysely)
  expect(rows).toEqual([{ copy_state: 'NONE' }])
})

test('a revoked token is renewed once, and the message is sent once', async () => {
  smtp.behaviour = { token: knows }
  graph.revoke()
  graph.requests.length = 0
  const { outboxRef } = await sent({}, { id })
  await deliver()
  expect((await row(outboxRef))?.state).toBe('ACCEPTED')
  expect([smtp.received.length, graph.requests]).toEqual([1, ['POST /tenant/oauth2/v2.0/token']])
})

test('a server that refuses tokens keeps the message waiting with the fault', async () => {
  smtp.behaviour = { token: () => false }
  const { outboxRef } = await sent({}, { id })
  await deliver()
  const found = await row(outboxRef)
  expect(found).toMatchObject({ state: 'WAITING', minutes: 1 })
  expect(['CREDENTIALS', 'TOKEN']).toContain(found?.fault)
  expect(smtp.received).toEqual([])
})

test('nothing is sent without a token', async () => {
  smtp.behaviour = { token: knows }
  const { outboxRef } = await sent({}, { id: await mailbox('Falsches Geheimnis', 'falsch') })
  await deliver()
  expect(await row(outboxRef)).toMatchObject({
    state: 'WAITING',
    fault: 'TOKEN',
    said: expect.stringContaining('AADSTS7000215'),
  })
  expect(asked).toEqual([])
})
