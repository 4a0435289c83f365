import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { databaseBefore } from '../../test/earlier-database.ts'

const { pool, goOn } = await databaseBefore('0068')

async function add(table: string, row: Record<string, unknown>): Promise<string> {
  const given = { id: randomUUID(), ...row }
  const names = Object.keys(given)
  await pool.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(given),
  )
  return given.id
}
const rowsOf = async (query: string, values: unknown[] = []) => (await pool.query({ text: query, values })).rows

const gone = randomUUID()
const written: Record<string, string> = {}

beforeAll(async () => {
  const contact = await add('contact', { legal_type: 'NATURAL', surname: 'Feuer' })
  const board = await add('blackboard', { kind: 'FLAME', title: 'Aufträge' })
  const step = await add('blackboard_step', { blackboard_id: board, position: 0, title: 'Neu', colour: '#000000' })
  const flame = await add('flame', { step_id: step, place: 1 })
  await add('dossier', { flame_id: flame, contact_id: contact, certificate_name: 'Feuer', language: 'DE' })
  const email = await add('email', { direction: 'INCOMING', thread_id: randomUUID(), received_at: new Date() })
  Object.assign(written, { contact, board, flame, email })

  const encounter = (encounter_type: string, upstream_id: string | null, title: string) =>
    add('encounter', { contact_id: contact, encounter_type, original_known_since: new Date(), upstream_id, title })
  await encounter('EMAIL_INCOMING', email, 'E-Mail')
  await encounter('EMAIL_OUTGOING', gone, 'E-Mail, die weg ist')
  await encounter('TASK', `${flame}#${board}`, 'Flamme')
  await encounter('TASK', `${gone}#${board}`, 'Flamme, die weg ist')
  await encounter('TASK', `${flame}#${gone}`, 'Board, das weg ist')
  await encounter('TASK', `${gone}#${gone}`, 'Beide weg')
  await encounter('TASK', 'seltsam#x', 'Seltsam')
  await encounter('TASK', null, 'Von Hand')
  await encounter('TELEPHONE', `${flame}#${board}`, 'Zum Telefonat gemacht')

  const comment = (upstream_type: string, upstream_id: string, text: string, answer_to: string | null = null) =>
    add('comment', { upstream_type, upstream_id, text, answer_to })
  const first = await comment('CONTACT', contact, 'Zum Kontakt')
  await comment('CONTACT', contact, 'Antwort', first)
  await comment('EMAIL', email, 'Zur E-Mail')
  written.orphan = await comment('EMAIL', gone, 'Zu einer E-Mail, die weg ist')

  await add('contact', {
    legal_type: 'NATURAL',
    surname: 'Vom Board',
    origin_blackboard_id: board,
    origin_email_id: gone,
  })
  await add('contact', {
    legal_type: 'NATURAL',
    surname: 'Von der Mail',
    origin_blackboard_id: gone,
    origin_email_id: email,
  })
  written.history = JSON.stringify(await rowsOf('select * from history order by id'))
  await goOn()
})

test('the migration gives an encounter the references to its origin that still exist', async () => {
  const { board, flame, email } = written
  const rows = await rowsOf(
    'select title, email_id, flame_id, blackboard_id, from_flame, version from encounter order by id',
  )
  const expected = {
    'E-Mail': [email, null, null, false],
    'E-Mail, die weg ist': [null, null, null, false],
    Flamme: [null, flame, board, true],
    'Flamme, die weg ist': [null, null, board, true],
    'Board, das weg ist': [null, flame, null, true],
    'Beide weg': [null, null, null, true],
    Seltsam: [null, null, null, true],
    'Von Hand': [null, null, null, false],
    'Zum Telefonat gemacht': [null, flame, board, true],
  }
  expect(
    Object.fromEntries(rows.map((row) => [row.title, [row.email_id, row.flame_id, row.blackboard_id, row.from_flame]])),
  ).toEqual(expected)
  expect(new Set(rows.map(({ version }) => version))).toEqual(new Set([1]))
})

test('the migration gives a comment its record; a comment without one is kept in the history', async () => {
  const { contact, email, orphan } = written
  expect(await rowsOf('select text, contact_id, email_id, upstream_id from comment order by text')).toEqual([
    { text: 'Antwort', contact_id: contact, email_id: null, upstream_id: contact },
    { text: 'Zum Kontakt', contact_id: contact, email_id: null, upstream_id: contact },
    { text: 'Zur E-Mail', contact_id: null, email_id: email, upstream_id: email },
  ])
  const left = await rowsOf(`select root_id, changes from history where entity_id = $1 and action = 'REMOVED'`, [
    orphan,
  ])
  expect(left).toMatchObject([{ root_id: gone, changes: { text: ['Zu einer E-Mail, die weg ist', null] } }])
})

test('the migration gives a contact its origin if that still exists', async () => {
  const { board, email } = written
  expect(
    await rowsOf(
      `select surname, origin_blackboard_id as board, origin_email_id as email from contact order by surname`,
    ),
  ).toEqual([
    { surname: 'Feuer', board: null, email: null },
    { surname: 'Vom Board', board, email: null },
    { surname: 'Von der Mail', board: null, email },
  ])
})

test('the migration adds nothing to the history except the removed comment', async () => {
  const before = JSON.parse(written.history ?? '[]') as unknown[]
  const now = JSON.parse(JSON.stringify(await rowsOf('select * from history order by id'))) as unknown[]
  expect(now.slice(0, before.length)).toEqual(before)
  expect(now.length).toBe(before.length + 1)
})

test('all triggers work after the migration', async () => {
  const { contact } = written
  await pool.query(`insert into comment (contact_id, text) values ($1, 'Neu')`, [contact])
  const rows = await rowsOf(`select changes from history where entity = 'comment' order by id desc limit 1`)
  expect(rows).toMatchObject([{ changes: { text: [null, 'Neu'], upstream_id: [null, contact] } }])
  const { rows: off } = await pool.query(`
    select tgname from pg_trigger where tgenabled = 'D' and not tgisinternal`)
  expect(off).toEqual([])
})
