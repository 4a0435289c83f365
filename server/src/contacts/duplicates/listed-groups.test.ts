import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { duplicateApi } from '#contract/contacts/duplicates'
import { mergeApi } from '#contract/contacts/merges'
import { contactRecordApi } from '#contract/contacts/records'
import { flameApi } from '#contract/orders/flames'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { duplicateFinder } from '../../../test/duplicates.ts'
import { databaseBefore } from '../../../test/earlier-database.ts'
import { flameFactory } from '../../../test/flames.ts'
import { importer, peopleCsv } from '../../../test/imports.ts'

const testing = await testApp()
const { as, database } = testing
const { pool } = database
const [admin, user] = [as('ADMIN'), as('USER')]
const buildContact = contactFactory(as)
const { buildBoard, buildFlame } = flameFactory(as)
const { search, groupOf } = duplicateFinder(testing)

/** Adds contacts with the same name and birth date; every two of them are a pair. */
async function alike(count: number) {
  const twin = { surname: randomUUID().replace(/[^a-f]/g, 'x'), birthdate: '1971-01-01' }
  const made = []
  for (let at = 0; at < count; at++) made.push(await buildContact(twin))
  await search()
  return made
}

type Pool = typeof pool
const rowsOf = async (db: Pool, text: string) => (await db.query(text)).rows
/** Returns the listed groups and their stored total; `saidIn` computes both from the pairs and the bin. */
async function listedIn(db: Pool) {
  return {
    groups: await rowsOf(db, 'select id, score from contact_duplicate_group order by id'),
    total: (await rowsOf(db, 'select groups from contact_duplicate_total')).map(({ groups }) => groups),
  }
}
async function saidIn(db: Pool) {
  const groups = await rowsOf(
    db,
    `select p.group_id as id, max(p.score) as score from contact_duplicate_pair p
       join contact one on one.id = p.one_id and one.deleted_at is null
       join contact other on other.id = p.other_id and other.deleted_at is null group by 1 order by 1`,
  )
  return { groups, total: [groups.length] }
}
const expectRight = async () => expect(await listedIn(pool)).toEqual(await saidIn(pool))
type Five = [string, string, string, string, string]
/** Returns the number of contacts in the listed group of this contact. */
const sizeOf = async (id: string) => {
  await expectRight()
  return (await groupOf(id))?.contacts.length
}

const bin = (id: string) => user.call(contactApi.remove, { params: { id } })
const takeBack = (id: string) => user.call(contactApi.restore, { params: { id } })
const settle = (...contactRefs: string[]) => admin.call(duplicateApi.notDuplicate, { body: { contactRefs } })
async function merge(survivorRef: string, ...others: string[]) {
  const contacts = []
  for (const contactRef of [survivorRef, ...others]) {
    const { version } = (await user.call(contactApi.get, { params: { id: contactRef } })).answer
    contacts.push({ contactRef, version })
  }
  const { answer, status } = await admin.call(mergeApi.merge, { body: { survivorRef, contacts, fields: {} } })
  expect(status).toBe(200)
  return answer.mergeRef
}
async function erase(id: string) {
  const { fullName } = (await user.call(contactApi.get, { params: { id } })).answer
  const { status, problem } = await admin.call(contactRecordApi.erase, { params: { id }, body: { name: fullName } })
  expect(status, JSON.stringify(problem)).toBe(204)
}

describe('the listed groups match the pairs and the bin', () => {
  test('after contacts are deleted and restored', async () => {
    const [one, two, three] = (await alike(3)).map(({ id }) => id) as [string, string, string]
    expect(await sizeOf(one)).toBe(3)
    await bin(one)
    expect(await sizeOf(two)).toBe(2)
    await bin(two)
    expect(await sizeOf(three)).toBeUndefined()
    await takeBack(one)
    expect(await sizeOf(three)).toBe(2)
    await takeBack(two)
    expect(await sizeOf(three)).toBe(3)
  })

  test('with the best score of the contacts outside the bin', async () => {
    const surname = randomUUID().replace(/[^a-f]/g, 'y')
    const mail = { address: `${surname}@example.test` }
    const best = await buildContact({ surname, birthdate: '1971-01-01', emailAddresses: [mail] })
    const others = { surname, birthdate: '1971-01-01' }
    const [one] = [await buildContact(others), await buildContact(others)]
    await buildContact({ surname, birthdate: '1971-01-01', emailAddresses: [{ address: `${surname}+b@example.test` }] })
    await search()
    await expectRight()
    const before = (await groupOf(one.id))?.score ?? 0
    await bin(best.id)
    await expectRight()
    expect((await groupOf(one.id))?.score).toBeLessThan(before)
    await takeBack(best.id)
    await expectRight()
    expect((await groupOf(one.id))?.score).toBe(before)
  })

  test('after pairs are settled and groups fall apart', async () => {
    const [one, two, three, four] = (await alike(4)).map(({ id }) => id) as [string, string, string, string]
    await settle(one, two)
    expect(await sizeOf(one)).toBe(4)
    await settle(one, three, four)
    expect(await sizeOf(one)).toBeUndefined()
    expect(await sizeOf(two)).toBe(3)
    await settle(two, three, four)
    expect(await sizeOf(two)).toBeUndefined()
  })

  test('after a group splits in two', async () => {
    const ids = (await alike(4)).map(({ id }) => id).sort() as [string, string, string, string]
    const [one, two, three, four] = ids
    for (const left of [one, two]) for (const right of [three, four]) await settle(left, right)
    expect(await sizeOf(one)).toBe(2)
    expect(await sizeOf(three)).toBe(2)
    expect((await groupOf(three))?.id).toBe(three)
  })

  test('after the contact that connected two pairs is erased', async () => {
    const [one, two, between, three, four] = (await alike(5)).map(({ id }) => id).sort() as Five
    for (const left of [one, two]) for (const right of [three, four]) await settle(left, right)
    expect(await sizeOf(one)).toBe(5)
    await pool.query('delete from contact where id = $1', [between])
    await search()
    expect(await sizeOf(one)).toBe(2)
    expect(await sizeOf(four)).toBe(2)
    expect((await groupOf(four))?.id).toBe(three)
  })

  test('after two contacts become relatives', async () => {
    const [one, two] = (await alike(2)).map(({ id }) => id) as [string, string]
    await admin.call(duplicateApi.relation, { body: { contactRef: one, otherRef: two, type: 'CHILD' } })
    expect(await sizeOf(one)).toBeUndefined()
  })

  test('after a merge and its undoing', async () => {
    const [one, two, three] = (await alike(3)).map(({ id }) => id) as [string, string, string]
    const undone = await merge(one, two)
    expect(await sizeOf(one)).toBe(2)
    await admin.call(mergeApi.undo, { params: { id: undone } })
    expect(await sizeOf(one)).toBe(2)
    await search()
    expect(await sizeOf(one)).toBe(3)
    await merge(one, two, three)
    expect(await sizeOf(one)).toBeUndefined()
  })

  test('after contacts are erased, completely or except for an order', async () => {
    const [one, two, three] = (await alike(3)).map(({ id }) => id) as [string, string, string]
    const board = await buildBoard()
    const flame = await buildFlame({ contactRef: two, taskboardRef: board.id })
    await user.call(flameApi.archive, { params: { id: flame.id } })
    await erase(one)
    expect(await sizeOf(three)).toBe(2)
    await erase(two)
    expect(await sizeOf(three)).toBeUndefined()
  })

  test('after a search with other results, and after one that follows an import', async () => {
    const [one, two] = await alike(2)
    const { answer } = await user.call(contactApi.get, { params: { id: two?.id ?? '' } })
    const body = { ...answer, surname: 'Ganzanders', birthdate: null, contactPersons: [] }
    const { status, problem } = await user.call(contactApi.update, { params: { id: answer.id }, body })
    expect(status, JSON.stringify(problem)).toBe(200)
    expect(await sizeOf(one?.id ?? '')).toBe(2)
    await search()
    expect(await sizeOf(one?.id ?? '')).toBeUndefined()

    const { run } = await importer(testing)
    await run(peopleCsv(20))
    await pool.query(`update contact set birthdate = '1980-01-01', given_name = 'Eva', surname = 'Import'
                       where id in (select contact_id from contact_import_touch order by contact_id limit 2)`)
    const before = await listedIn(pool)
    await search()
    await expectRight()
    expect(await listedIn(pool)).not.toEqual(before)
  })

  test('after a search that misses contacts without a search row yet', async () => {
    const [one, two] = (await alike(2)).map(({ id }) => id) as [string, string]
    await pool.query('delete from contact_search where contact_id = $1', [two])
    await search()
    expect(await sizeOf(one)).toBeUndefined()
    await pool.query('select refresh_contact_search(array[$1]::uuid[])', [two])
    await search()
    expect(await sizeOf(one)).toBe(2)
  })

  test('when a pair is found while its contact is being deleted', async () => {
    const [one, two] = [await buildContact({}), await buildContact({})].map(({ id }) => id).sort() as [string, string]
    const binning = `update contact set deleted_at = now() where id = '${two}'`
    const finding = `insert into contact_duplicate_pair (one_id, other_id, score, reasons, group_id, found_by)
                     values ('${one}', '${two}', 77, '[]', '${one}', gen_random_uuid())`
    for (const [first, second] of [
      [binning, finding],
      [finding, binning],
    ] as const) {
      const [a, b] = [await pool.connect(), await pool.connect()]
      try {
        for (const client of [a, b]) await client.query('begin')
        await a.query(first)
        await b.query(second)
        await a.query('set constraints all immediate')
        const waits = b.query('set constraints all immediate')
        await a.query('commit')
        await waits
        await b.query('commit')
      } finally {
        for (const client of [a, b]) client.release()
      }
      expect(await sizeOf(one)).toBeUndefined()
      await pool.query('update contact set deleted_at = null where id = $1', [two])
      await expectRight()
      expect(await rowsOf(pool, `select score from contact_duplicate_group where id = '${one}'`)).toEqual([
        { score: 77 },
      ])
      await pool.query('delete from contact_duplicate_pair where one_id = $1', [one])
      await expectRight()
    }
  })
})

test('the migration lists the groups of an existing database', async () => {
  const { pool: earlier, goOn } = await databaseBefore('0400')
  await earlier.query(`
    begin;
    set local session_replication_role = replica;
    create temporary table made on commit drop as
      select n, ('00000000-0000-7000-8000-00000000000' || n)::uuid as id from generate_series(1, 7) as n;
    insert into contact (id, legal_type, surname, deleted_at)
      select id, 'NATURAL', 'Feuer', case when n > 5 then now() end from made;
    insert into contact_duplicate_pair (one_id, other_id, score, reasons, group_id, found_by)
      select one.id, other.id, score, '[]', one.id, one.id
        from (values (1, 2, 60), (1, 3, 80), (1, 6, 90), (4, 5, 55), (6, 7, 95)) as pair (one, other, score)
        join made one on one.n = pair.one join made other on other.n = pair.other;
    commit`)
  await goOn()
  const listed = await listedIn(earlier)
  expect(listed).toEqual(await saidIn(earlier))
  expect(listed.groups.map(({ score }) => score)).toEqual([80, 55])
})
