import { expect, test } from 'vitest'
import { today } from '#contract/endpoint'
import { dashboardApi, dashboardSettingApi, type Tile } from '#contract/overview/dashboards'
import { demoApp } from '../../../test/demo.ts'
import { emailFactory } from '../../../test/emails.ts'
import { dayOf, figureOf, monthOf, rowsIn, time } from '../../../test/figures.ts'

// Every figure is computed a second time, by plain loops over the rows of the demo.
const { appContext, database, as } = await demoApp()
const admin = as('ADMIN')
const run = (text: string) => database.pool.query(text)
const rowsOf = async <Row>(table: string): Promise<Row[]> => (await run(`select * from ${table}`)).rows

interface Card {
  id: string
  assignee_id: string | null
  reminder_at: string | null
  archived_at: string | null
  deleted_at: string | null
}
const isOpen = (card: Card) => !card.archived_at && !card.deleted_at
const now = Date.now()
const isDue = ({ reminder_at }: Card) => time(reminder_at) <= now

// Data that the demo does not have.
await run(`update flame set archived_at = now() - interval '1 day' * (few.n * 3)
             from (select id as one, row_number() over (order by id) as n from flame where deleted_at is null limit 30) few
            where id = one`)
await run(`update todo set state = 'DONE', finished = now() - interval '1 day' * (few.n * 9)
             from (select id as one, row_number() over (order by id) as n from todo limit 20) few where id = one`)
await run(`update contact set created_at = now() - interval '1 day' * (few.n % 150)
             from (select id as one, row_number() over (order by id) as n from contact) few where id = one`)
await run(
  `update project set reminder_at = now() - interval '1 hour' where id in (select id from project order by id limit 2)`,
)
const { buildMailbox } = emailFactory({ database, appContext })
const boxes = [await buildMailbox(), await buildMailbox()]
await run(`insert into mailbox_status (mailbox_id, state, failures) select id, 'ERROR', 4 from mailbox where id in ('${boxes.join("', '")}')
           on conflict (mailbox_id) do update set state = 'ERROR', failures = 4`)
await run(`update mailbox set active = false where id = '${boxes[1]}'`)
await run(`insert into mail_quarantine (mailbox_id, folder_id, uid, reason)
           select mailbox_id, id, one::text, 'Probe' from (select * from mail_folder limit 1) f, generate_series(1, 3) one`)

const span = { from: `${Number(today().slice(0, 4)) - 1}-01-01`, to: today() }
const read = async (name: keyof typeof dashboardApi, query = span): Promise<Tile> =>
  (await admin.call(dashboardApi[name], { query })).answer
const isWithin = (at: string | null) => at !== null && dayOf(time(at)) >= span.from && dayOf(time(at)) <= span.to

/** Returns how often each label occurs, as a table with one column has it. */
function counted(labels: readonly string[]): Record<string, number[]> {
  const all: Record<string, number[]> = {}
  for (const label of labels) all[label] = [(all[label]?.[0] ?? 0) + 1]
  return all
}

test('orders are flames archived in the period, by month, product, country and customer type', async () => {
  const orders = (await rowsOf<Card>('flame')).filter((flame) => !flame.deleted_at && isWithin(flame.archived_at))
  expect(orders.length).toBeGreaterThan(20)
  interface Dossier {
    flame_id: string
    contact_id: string
    billing_address_id: string | null
    delivery_address_id: string | null
  }
  const dossiers = new Map((await rowsOf<Dossier>('dossier')).map((one) => [one.flame_id, one]))
  interface Address {
    id: string
    country: string
    shared_address_id: string | null
  }
  const addresses = new Map((await rowsOf<Address>('address')).map((one) => [one.id, one]))
  const countryAt = (ref = ''): string | undefined => {
    const own = addresses.get(ref)
    return own?.shared_address_id ? countryAt(own.shared_address_id) : own?.country
  }
  const contacts = new Map(
    (await rowsOf<{ id: string; customer_type: string | null }>('contact')).map((one) => [one.id, one]),
  )
  const products = new Map(
    (await rowsOf<{ id: string; title: string; main_product: boolean }>('product')).map((one) => [one.id, one]),
  )
  const articles = await rowsOf<{ flame_id: string; product_id: string; quantity: number }>('dossier_article')
  const packages = await rowsOf<{ flame_id: string; quantity: number; weight_in_kg: string }>('dossier_package')

  const months: Record<string, number[]> = {}
  const bought: Record<string, number[]> = {}
  const [countries, types]: [string[], string[]] = [[], []]
  for (const { id, archived_at } of orders) {
    const ofMonth = months[monthOf(time(archived_at))] ?? [0, 0, 0, 0]
    months[monthOf(time(archived_at))] = ofMonth
    const add = (at: number, more: number) => {
      ofMonth[at] = (ofMonth[at] ?? 0) + more
    }
    add(0, 1)
    const here = new Set<string>()
    for (const { product_id, quantity } of articles.filter(({ flame_id }) => flame_id === id)) {
      add(1, quantity)
      const product = products.get(product_id)
      if (!product?.main_product) continue
      const [sum = 0, flames = 0] = bought[product.title] ?? []
      bought[product.title] = [sum + quantity, flames + (here.has(product_id) ? 0 : 1)]
      here.add(product_id)
    }
    for (const { quantity, weight_in_kg } of packages.filter(({ flame_id }) => flame_id === id)) {
      add(2, quantity)
      add(3, quantity * Number(weight_in_kg))
    }
    const dossier = dossiers.get(id)
    const { delivery_address_id: delivery, billing_address_id: billing } = dossier ?? {}
    countries.push(countryAt(delivery ?? '') ?? countryAt(billing ?? '') ?? '')
    types.push(contacts.get(dossier?.contact_id ?? '')?.customer_type ?? '')
  }
  const tile = await read('orders')
  const byMonth = rowsIn(tile, 'ordersByMonth')
  expect(Object.keys(months).length).toBeGreaterThan(2)
  expect(Object.keys(byMonth)).toEqual(Object.keys(months).sort())
  const sums = [0, 0, 0, 0]
  for (const [month, values] of Object.entries(months)) {
    for (const [at, value] of values.entries()) {
      expect([month, at, Number(byMonth[month]?.[at]).toFixed(2)]).toEqual([month, at, value.toFixed(2)])
      sums[at] = (sums[at] ?? 0) + value
    }
  }
  const figures = (['orders', 'articles', 'crates', 'orderWeight'] as const).map((name) => figureOf(tile, name))
  expect(figures.map((value) => Number(value).toFixed(2))).toEqual(sums.map((value) => value.toFixed(2)))
  expect(Object.keys(bought).length).toBeGreaterThan(0)
  expect(rowsIn(tile, 'ordersByProduct')).toEqual(bought)
  expect(rowsIn(tile, 'ordersByCountry')).toEqual(counted(countries))
  expect(rowsIn(tile, 'ordersByCustomerType')).toEqual(counted(types))
  expect(figureOf(await read('orders', { from: '2020-01-01', to: '2022-12-31' }), 'orders')).toBe(0)
})

test('contacts are counted in total and by month, with the groups of duplicates', async () => {
  const contacts = (await rowsOf<{ created_at: string; deleted_at: string | null }>('contact')).filter(
    ({ deleted_at }) => deleted_at === null,
  )
  const tile = await read('contacts')
  expect(figureOf(tile, 'contacts')).toBe(contacts.length)
  const added = contacts.filter(({ created_at }) => isWithin(created_at))
  expect(figureOf(tile, 'newContacts')).toBe(added.length)
  const byMonth = counted(added.map(({ created_at }) => monthOf(time(created_at))))
  expect(Object.keys(byMonth).length).toBeGreaterThan(3)
  expect(rowsIn(tile, 'contactsByMonth')).toEqual(byMonth)
  const groups = new Set((await rowsOf<{ group_id: string }>('contact_duplicate_pair')).map(({ group_id }) => group_id))
  expect(figureOf(tile, 'duplicates')).toBe(groups.size)
})

interface Todo {
  flame_id: string | null
  project_id: string | null
  assignee_id: string | null
  deleted_at: string | null
  state: string
  due: string | null
  start: string | null
  finished: string | null
}

test('to-dos of open cards, to-dos done by month, and reminders are counted', async () => {
  await run(
    `update todo set deleted_at = now() where id in (select id from todo where state = 'OPEN' and flame_id is not null limit 2)`,
  )
  const [flames, projects] = [await rowsOf<Card>('flame'), await rowsOf<Card>('project')]
  const cards = new Map([...flames, ...projects].map((card) => [card.id, card]))
  const cardOf = ({ flame_id, project_id }: Todo) => cards.get(flame_id ?? project_id ?? '')
  const todos = (await rowsOf<Todo>('todo')).filter(({ deleted_at }) => deleted_at === null)
  const atWork = todos.filter((todo) => isOpen(cardOf(todo) as Card))
  const open = atWork.filter(({ state }) => state === 'OPEN')
  const tile = await read('todos')
  expect(figureOf(tile, 'openTodos')).toBe(open.length)
  expect(figureOf(tile, 'overdueTodos')).toBe(open.filter(({ due, start }) => time(due ?? start) <= now).length)
  expect(figureOf(tile, 'waitingTodos')).toBe(atWork.filter(({ state }) => state === 'WAITING').length)
  const [dueFlames, dueProjects] = [flames, projects].map((all) => all.filter((one) => isOpen(one) && isDue(one)))
  expect([dueFlames?.length, dueProjects?.length].every((count = 0) => count > 0)).toBe(true)
  expect(figureOf(tile, 'dueReminders')).toBe(dueFlames?.length)
  expect(figureOf(tile, 'dueProjectReminders')).toBe(dueProjects?.length)
  const done = todos.filter((todo) => todo.state === 'DONE' && isWithin(todo.finished) && !cardOf(todo)?.deleted_at)
  const byMonth = counted(done.map(({ finished }) => monthOf(time(finished))))
  expect(Object.keys(byMonth).length).toBeGreaterThan(2)
  expect(rowsIn(tile, 'todosByMonth')).toEqual(byMonth)

  expect((await admin.call(dashboardSettingApi.saveSettings, { body: { people: true } })).status).toBe(204)
  const emails = (
    await rowsOf<{ assignee_id: string | null; state: string; direction: string; deleted_at: string | null }>('email')
  ).filter(({ state, direction, deleted_at }) => state === 'IN_PROGRESS' && direction === 'INCOMING' && !deleted_at)
  const expected: Record<string, number[]> = {}
  for (const { id, username } of await rowsOf<{ id: string; username: string }>('app_user')) {
    const own = <Row extends { assignee_id: string | null }>(rows: readonly Row[]) =>
      rows.filter(({ assignee_id }) => assignee_id === id).length
    const counts = [own(flames.filter(isOpen)), own(emails), own(open), own(done)]
    if (counts.some((count) => count > 0)) expected[username] = counts
  }
  expect(Object.keys(expected).length).toBeGreaterThan(0)
  expect(rowsIn(await read('people'), 'workByPerson')).toEqual(expected)
})

test('mailboxes and their failures, the quarantine, jobs and files are counted', async () => {
  const mailboxes = await rowsOf<{ id: string; title: string; active: boolean }>('mailbox')
  const states = new Map(
    (await rowsOf<{ mailbox_id: string; state: string; failures: number }>('mailbox_status')).map((one) => [
      one.mailbox_id,
      one,
    ]),
  )
  const jobs = await rowsOf<{ attempts: number; max_attempts: number }>('graphile_worker.jobs')
  const failed = jobs.filter(({ attempts, max_attempts }) => attempts >= max_attempts)
  const tile = await read('system')
  expect(figureOf(tile, 'mailboxes')).toBe(mailboxes.length)
  const broken = mailboxes.filter(({ id, active }) => active && /ERROR/.test(states.get(id)?.state ?? ''))
  expect(figureOf(tile, 'brokenMailboxes')).toBe(broken.length)
  expect(broken.length).toBe(1)
  expect(rowsIn(tile, 'mailboxStates')).toEqual(
    Object.fromEntries(mailboxes.map(({ id, title }) => [title, [states.get(id)?.failures ?? 0]])),
  )
  expect(figureOf(tile, 'quarantine')).toBe((await rowsOf('mail_quarantine')).length)
  expect(figureOf(tile, 'quarantine')).toBeGreaterThan(0)
  expect(figureOf(tile, 'waitingJobs')).toBe(jobs.length - failed.length)
  expect(figureOf(tile, 'failedJobs')).toBe(failed.length)
  expect(figureOf(tile, 'files')).toBe((await rowsOf('stored_file')).length)
})
