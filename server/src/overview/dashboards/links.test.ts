import { expect, test } from 'vitest'
import { askedCalls } from '#contract/asked/calls'
import { askedContacts } from '#contract/asked/contacts'
import { askedEmails } from '#contract/asked/emails'
import { askedArchivedFlames, askedOpenFlames } from '#contract/asked/flames'
import { askedMailboxes } from '#contract/asked/mailboxes'
import { askedDueProjects } from '#contract/asked/projects'
import { askedTodos } from '#contract/asked/todos'
import { telephonyApi } from '#contract/calls/telephony'
import { contactApi } from '#contract/contacts/contacts'
import { duplicateApi } from '#contract/contacts/duplicates'
import { today } from '#contract/endpoint'
import { emailApi } from '#contract/mail/inbox'
import { mailboxApi } from '#contract/mail/mailboxes'
import { boardApi } from '#contract/orders/boards'
import { flameApi } from '#contract/orders/flames'
import {
  type ColumnName,
  dashboardApi,
  dashboardSettingApi,
  type FigureName,
  tiles,
} from '#contract/overview/dashboards'
import { systemApi } from '#contract/overview/system'
import { projectApi } from '#contract/work/projects'
import { todoApi } from '#contract/work/todos'
import { demoApp } from '../../../test/demo.ts'
import { emailFactory } from '../../../test/emails.ts'

const testing = await demoApp()
const { database, as } = testing
const admin = as('ADMIN')
const run = (text: string) => database.pool.query(text)

// The demo has no orders, moved cards, finished to-dos, answered e-mails and calls.
const { answer: boards } = await admin.call(boardApi.listAll, {})
const board = boards.find(({ kind, steps }) => kind === 'FLAME' && steps.length > 1)
const { answer: cards } = await admin.call(flameApi.search, { body: { taskboardRef: board?.id ?? '' } })
for (const { id, version, step } of cards.flames.slice(0, 3)) {
  const next = board?.steps.find((one) => one.id !== step)?.id ?? ''
  const body = { version, taskboardRef: board?.id ?? '', step: next, overrideReason: 'Probe' }
  expect((await admin.call(flameApi.move, { params: { id }, body })).status).toBe(200)
}
const { rows: ordered } = await run(`
  update flame set archived_at = now() - interval '1 day' * (few.place % 40)
    from (select id as one, row_number() over (order by id) as place from flame where deleted_at is null limit 30) few
   where id = one
  returning id`)
await run(
  `update todo set state = 'DONE', finished = now() - interval '3 days' where id in (select id from todo limit 5)`,
)
await run(`update contact set created_at = case when few.place < 300 then now() - interval '1 day' * (few.place % 60)
                                                else '2010-05-05' end
             from (select id as one, row_number() over (order by id) as place from contact) few where id = one`)
const { buildMailbox, buildEmail } = emailFactory(testing)
const mailboxes = [await buildMailbox(), await buildMailbox()]
for (let at = 0; at < 14; at++) {
  const state = ['OPEN', 'IN_PROGRESS', 'CLOSED'][at % 3] ?? ''
  const receivedAt = new Date(Date.now() - at * 86_400_000).toISOString()
  await buildEmail({ state, receivedAt, mailboxId: mailboxes[at % 2] ?? '' })
}
await run(`update email set answered_at = received_at + interval '3 hours' where direction = 'INCOMING' and id in (
             select id from email where direction = 'INCOMING' order by id limit 6)`)
for (let at = 0; at < 12; at++) {
  await database.pool.query(
    `insert into phone_call (provider, external_id, direction, from_number, to_number, extensions, internal, started_at,
                             answered_at, ended_at, outcome, payload, created_at)
     values ('GENERIC', $1, $2, $3, '+41447000000', '{}', false, now(), case $4 when 'ENDED' then now() end, now(), $4, '[]',
             now() - interval '1 day' * $5::int)`,
    [`link ${at}`, at % 4 ? 'IN' : 'OUT', `+4144111000${at % 3}`, at % 2 ? 'MISSED' : 'ENDED', at],
  )
}

await run(
  `update project set reminder_at = now() - interval '1 hour' where id in (select id from project order by id limit 2)`,
)
await run(`insert into mailbox_status (mailbox_id, state, failures) values ('${mailboxes[0]}', 'ERROR', 3), ('${mailboxes[1]}', 'ERROR', 1)
           on conflict (mailbox_id) do update set state = excluded.state, failures = excluded.failures`)
await run(`update mailbox set active = false where id = '${mailboxes[1]}'`)
await run(`insert into mail_quarantine (mailbox_id, folder_id, uid, reason)
           select mailbox_id, min(id::text)::uuid, one::text, 'Probe' from mail_folder, generate_series(1, 3) one
            where mailbox_id = '${mailboxes[0]}' group by mailbox_id, one`)
expect((await admin.call(dashboardSettingApi.saveSettings, { body: { people: true } })).status).toBe(204)

const span = { from: `${Number(today().slice(0, 4)) - 1}-01-01`, to: today() }
/** Values that are no number of rows: quantities, weights, medians, and values that the list itself shows. */
const noRows: readonly (FigureName | ColumnName)[] = [
  ...(['articles', 'crates', 'orderWeight', 'weight', 'quantity', 'firstAnswer', 'medianDays'] as const),
  ...(['oldestEmail', 'days'] as const),
]

const medians: readonly string[] = ['firstAnswer', 'medianDays']

/** Checks that the count of a list equals its rows, and returns it. */
function asCounted(rows: number, { answer }: { answer: { count: number } }): number {
  expect(answer.count).toBe(rows)
  return rows
}

/** Returns the number of rows in the list that a link leads to; undefined for a link to a single record. */
async function rowsBehind(link: string): Promise<number | undefined> {
  const { pathname, searchParams } = new URL(link, 'http://glut.test')
  const address = Object.fromEntries(searchParams)
  switch (pathname) {
    case '/allOpenFlames':
    case '/allArchivedFlames': {
      const body = pathname === '/allOpenFlames' ? askedOpenFlames(address) : askedArchivedFlames(address)
      const { answer } = await admin.call(flameApi.search, { body: { ...body, pageSize: 1000 } })
      return asCounted(answer.total, await admin.call(flameApi.count, { body }))
    }
    case '/ownDueProjects': {
      const body = askedDueProjects(address)
      const { answer } = await admin.call(projectApi.search, { body: { ...body, pageSize: 1000 } })
      return asCounted(answer.total, await admin.call(projectApi.count, { body }))
    }
    case '/allOpenTodos': {
      const body = askedTodos(address)
      const { answer } = await admin.call(todoApi.search, { body: { ...body, pageSize: 1000 } })
      return asCounted(answer.total, await admin.call(todoApi.count, { body }))
    }
    case '/contacts': {
      const body = askedContacts(address)
      const { answer } = await admin.call(contactApi.search, { body })
      const counted = await admin.call(contactApi.count, { body })
      return answer.more ? counted.answer.count : asCounted(answer.total, counted)
    }
    case '/telephony': {
      const query = askedCalls(address)
      const { answer } = await admin.call(telephonyApi.log, { query })
      return asCounted(answer.length, await admin.call(telephonyApi.count, { query }))
    }
    case '/system': {
      const state = address.view === 'FAILED' ? 'FAILED' : 'WAITING'
      if (address.view === 'FILES')
        return (await admin.call(systemApi.files, {})).answer.find(({ kind }) => kind === 'ALL')?.files
      return (await admin.call(systemApi.jobs, { query: { state } })).answer.length
    }
    case '/mailboxes': {
      const { mailbox, trouble } = askedMailboxes(address)
      const { answer: listed } = await admin.call(mailboxApi.list, {})
      const { answer: cockpit } = await admin.call(mailboxApi.cockpit, {})
      if (trouble === 'BROKEN') return listed.filter(({ state }) => /ERROR/.test(state)).length
      if (trouble === 'QUARANTINE') return cockpit.reduce((sum, { quarantined }) => sum + quarantined, 0)
      if (!mailbox) return listed.length
      expect(listed.map(({ id }) => id)).toContain(mailbox)
      return undefined
    }
    case '/duplicateContacts':
      return (await admin.call(duplicateApi.list, {})).answer.groups.length
    case '/emails': {
      const state = { state: [address.view as 'OPEN'], direction: 'INCOMING' as const }
      const query = {
        ...(address.view === 'ALL' ? askedEmails(address) : state),
        ...(address.mailbox ? { mailboxRef: address.mailbox } : {}),
        ...(address.person ? { assigneeRefs: [address.person] } : {}),
      }
      const { answer } = await admin.call(emailApi.list, { query: { ...query, pageSize: 500 } })
      return asCounted(answer.emails.length, await admin.call(emailApi.count, { query }))
    }
  }
  return undefined
}

test.each(tiles)('every figure of %s links to a list of as many rows', async (name) => {
  expect(ordered).toHaveLength(30)
  const { answer: tile } = await admin.call(dashboardApi[name], { query: span })
  const values = [
    ...tile.figures.map((one) => ({ ...one, of: '' })),
    ...tile.tables.flatMap(({ name: table, columns, rows }) =>
      rows.flatMap(({ label, values: all }) =>
        all.map((one, at) => ({ ...one, name: columns[at]?.name ?? 'days', of: `${table} ${label}` })),
      ),
    ),
  ]
  let compared = 0
  for (const { name: what, of, value, link } of values) {
    if (value === null) {
      expect(link, `${of} ${what}`).toBeNull()
      continue
    }
    expect(link, `${of} ${what}`).not.toBeNull()
    const rows = await rowsBehind(link ?? '')
    if (rows === undefined) continue
    if (noRows.includes(what)) expect(rows > 0, `${of} ${what} ${link}`).toBe(value > 0 || medians.includes(what))
    else expect(rows, `${of} ${what} ${link}`).toBe(value)
    compared += 1
  }
  expect(compared).toBeGreaterThan(2)
})
