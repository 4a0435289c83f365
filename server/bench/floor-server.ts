import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'
import type { TileName } from '#contract/overview/dashboards'
import { dashboardFloors } from './dashboard-floors.ts'

// The least that can answer the questions of the floors: a process of its own, one statement for each on a flat table, no
// rights, no history, nobody told. It says on IPC where it listens.
const asker = (options?: string) => {
  const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? '{}'), max: 8, options })
  return async (name: string, text: string, values: unknown[]) => (await pool.query({ name, text, values })).rows
}
/** What is asked for by a key is as much each time: its plan is kept. */
const byKey = asker()
/** What is more or less each time is planned for what is asked. */
const found = asker('-c plan_cache_mode=force_custom_plan')
const app = Fastify()
const textOf = (value: unknown) => String(value)

const shown = 'id, salutation, given_name, surname, company, street, zip, city, country, email, phone'
/** What is found is put in order, for an order that is walked and filtered makes common names slow. */
app.get<{ Querystring: { column: string; holds: string } }>('/contacts', ({ query: { column, holds } }) =>
  found(
    `contacts by ${column}`,
    `with hits as materialized (select id, sort_key from floor.contacts where low_${column} like $1 limit 20000)
     select ${shown} from floor.contacts where id in (select id from hits order by sort_key, id limit 51) order by sort_key, id`,
    [`%${holds.toLowerCase()}%`],
  ),
)
app.get<{ Params: { id: string } }>('/contacts/:id', async ({ params: { id } }) => {
  return (await byKey('contact', `select ${shown} from floor.contacts where id = $1`, [id]))[0]
})
app.post<{ Body: Record<string, string> }>('/contacts', async ({ body }) => {
  const text = `insert into floor.contacts (salutation, given_name, surname, company, street, zip, city, country, email)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`
  const { salutation, givenName, surname, companyName, street, zipCode, city, country, emailAddress } = body
  const values = [salutation, givenName, surname, companyName, street, zipCode, city, country, emailAddress]
  return (await byKey('add a contact', text, values))[0]
})
app.get<{ Querystring: { owner: string; state?: string } }>('/mails', ({ query: { owner, state } }) =>
  state
    ? found(
        'mails in a state',
        `select * from floor.mails where owner = $1 and state = $2 order by received desc, id desc limit 101`,
        [owner, state],
      )
    : found('mails', `select * from floor.mails where owner = $1 order by received desc, id desc limit 101`, [owner]),
)
app.get<{ Params: { id: string } }>('/thread/:id', ({ params: { id } }) =>
  byKey(
    'thread',
    `select * from floor.mails where thread = (select thread from floor.mails where id = $1) order by received, id limit 500`,
    [id],
  ),
)
app.get<{ Params: { id: string } }>('/timeline/:id', async ({ params: { id } }) => {
  const [encounters, [all]] = await Promise.all([
    byKey('timeline', 'select * from floor.encounters where contact = $1 order by at desc, id desc limit 100', [id]),
    byKey('all of it', 'select count(*)::int as total from floor.encounters where contact = $1', [id]),
  ])
  return { encounters, total: all?.total }
})
app.post<{ Params: { id: string }; Body: { type: string; at: string; description: string } }>(
  '/timeline/:id',
  async ({ params: { id }, body }) => {
    const text = `insert into floor.encounters (id, version, contact, type, title, at, created, description, duplicate)
                  values (uuid_v7(), 1, $1, $2, '', $3, now(), $4, false) returning *`
    return (await byKey('add to it', text, [id, body.type, body.at, body.description]))[0]
  },
)
// thousands of rows: the database writes them as JSON, which is sent on as it is
for (const [board, table] of Object.entries({ board: 'cards', projects: 'projects' })) {
  const text = `select coalesce(json_agg(card), '[]')::text as cards
                  from (select * from floor.${table} where board = $1 order by step, place) card`
  app.get<{ Params: { id: string } }>(`/${board}/:id`, async ({ params: { id } }, reply) =>
    reply.type('application/json').send((await byKey(board, text, [id]))[0]?.cards),
  )
}
app.get<{ Querystring: { owner?: string } }>('/todos', ({ query: { owner } }) => {
  const undone = (whose: string) =>
    `select * from floor.todos where state <> 'DONE' ${whose} order by state, at, id limit 101`
  return owner ? found('own todos', undone('and assignee = $1'), [owner]) : found('todos', undone(''), [])
})
app.put<{ Params: { ref: string }; Body: readonly object[] }>('/todos/:ref', ({ params: { ref }, body }) =>
  byKey(
    'add todos',
    `insert into floor.todos (id, version, type, ref, title, activities, state, start, at, place)
     select uuid_v7(), 1, 'FLAME', $1, title, activities, 'OPEN', start, start, row_number() over ()
       from json_to_recordset($2) as todo (title text, activities text, start timestamptz) returning *`,
    [ref, JSON.stringify(body)],
  ),
)
app.get<{ Params: { id: string } }>('/flames/:id', ({ params: { id } }) =>
  byKey('flames', 'select * from floor.cards where contact = $1 order by updated desc', [id]),
)
app.get<{ Querystring: { term: string } }>('/search', async ({ query: { term } }) => {
  const words = term
    .toLowerCase()
    .split(' ')
    .map((word) => `%${word}%`)
  const holds = words.map((_, at) => `search like $${at + 1}`).join(' and ')
  const best = (table: string) => {
    const text = `select id, title, at, left(${table === 'people' ? 'search' : 'text'}, 200) from floor.${table} where ${holds} order by at desc limit 8`
    return found(`${table} with ${words.length}`, text, words)
  }
  return Promise.all(['people', 'letters', 'things'].map(best))
})
app.get('/one', () => byKey('one', 'select true as one', []))
app.get<{ Params: { tile: TileName }; Querystring: { from: string; to: string } }>(
  '/dashboards/:tile',
  ({ params: { tile }, query: { from, to } }) =>
    Promise.all(
      dashboardFloors[tile].map((text, at) => found(`${tile} ${at}`, text, text.includes('$1') ? [from, to] : [])),
    ),
)
interface Move {
  step: string
  place: number
}
app.put<{ Params: { id: string }; Body: Move }>('/cards/:id', async ({ params: { id }, body }) => {
  const text = `update floor.cards set step = $2, place = $3, version = version + 1, updated = now() where id = $1 returning *`
  return (await byKey('move', text, [id, body.step, body.place]))[0]
})
app.put<{ Params: { id: string }; Body: Record<string, unknown> }>(
  '/dossiers/:id',
  async ({ params: { id }, body }) => {
    const text = `update floor.dossiers set reference = $2, notes = $3, articles = $4, version = version + 1 where id = $1 returning *`
    const values = [id, textOf(body.reference), textOf(body.notes), JSON.stringify(body.articles)]
    return (await byKey('save', text, values))[0]
  },
)

await app.listen({ host: '127.0.0.1', port: 0 })
writeFileSync(process.stdout.fd, `${(app.server.address() as AddressInfo).port}\n`)
