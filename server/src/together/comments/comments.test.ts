import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { commentApi } from '#contract/together/comments'
import { historyApi } from '#contract/together/history'
import { userApi } from '#contract/users/users'
import { testApp } from '../../../test/app.ts'
import { callAtOnce } from '../../../test/at-once.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { emptyCommentBin } from './comments.ts'
import { mentionsIn } from './mentions.ts'

const { as, database, appContext } = await testApp()
const newContact = contactFactory(as)
const contact = async () => (await newContact()).id

type Role = Parameters<typeof as>[0]

async function write(id: string, text: string, role: Role = 'USER') {
  const reply = await as(role).call(commentApi.add, { params: { id }, body: { text } })
  expect(reply.status, JSON.stringify(reply.problem)).toBe(200)
  return reply.answer
}
async function answer(id: string, text: string, role: Role = 'ADMIN') {
  const reply = await as(role).call(commentApi.answer, { params: { id }, body: { text } })
  expect(reply.status, JSON.stringify(reply.problem)).toBe(200)
  return reply.answer
}
const thread = async (id: string, role: Role = 'TERMIN_USER') =>
  (await as(role).call(commentApi.list, { params: { id } })).answer
const count = async (id: string) => (await as('TERMIN_USER').call(commentApi.count, { params: { id } })).answer.count
const remove = (id: string, role: Role = 'USER') => as(role).call(commentApi.remove, { params: { id } })
const userId = async (name: string) =>
  (await as('ADMIN').call(userApi.list, {})).answer.find(({ username }) => username === name)?.id

describe('a comment', () => {
  test('is listed with its answers under its record in the order of writing', async () => {
    const id = await contact()
    const first = await write(id, 'Ruft am Montag an')
    expect(first).toMatchObject({
      commentFor: 'CONTACT',
      upstreamRef: id,
      answerTo: null,
      author: { username: 'USER' },
      text: 'Ruft am Montag an',
      mentions: [],
      deleted: false,
    })
    expect(first.created).toBe(first.updated)
    const second = await answer(first.id, 'Erledigt')
    const third = await answer(second.id, 'Danke', 'USER')
    expect((await thread(id)).map(({ text, answerTo }) => [text, answerTo])).toEqual([
      ['Ruft am Montag an', null],
      ['Erledigt', first.id],
      ['Danke', second.id],
    ])
    expect(await count(id)).toBe(3)
    expect((await as('USER').call(commentApi.get, { params: { id: third.id } })).answer).toEqual(third)
  })

  test('can be edited by its author and ADMIN only; an edit of an old version gets the current state', async () => {
    const { id, version } = await write(await contact(), 'alt')
    const update = (role: Role, text: string, from = version) =>
      as(role).call(commentApi.update, { params: { id }, body: { text, version: from } })
    expect((await update('PROJECT_MANAGER', 'fremd')).problem.code).toBe('NOT_FOUND')
    const changed = await update('USER', 'neu')
    expect(changed.answer).toMatchObject({ text: 'neu', version: 2 })
    expect(changed.answer.updated > changed.answer.created).toBe(true)
    expect((await update('ADMIN', 'noch neuer')).problem).toMatchObject({
      code: 'STALE_VERSION',
      current: { text: 'neu' },
    })
    expect((await update('ADMIN', 'noch neuer', 2)).status).toBe(200)
    const own = await write(await contact(), 'vom Admin', 'ADMIN')
    const refused = await as('USER').call(commentApi.update, {
      params: { id: own.id },
      body: { text: 'x', version: 1 },
    })
    expect(refused.problem.code).toBe('FORBIDDEN')
    expect((await remove(own.id)).problem.code).toBe('FORBIDDEN')
    expect(
      (await as('TERMIN_USER').call(commentApi.update, { params: { id }, body: { text: 'x', version: 3 } })).status,
    ).toBe(403)
  })

  test('can be deleted and restored, and keeps its place while it has an answer', async () => {
    const id = await contact()
    const alone = await write(id, 'allein')
    expect((await remove(alone.id)).status).toBe(204)
    expect(await thread(id)).toEqual([])
    expect((await as('USER').call(commentApi.get, { params: { id: alone.id } })).status).toBe(404)
    expect((await remove(alone.id)).status).toBe(404)
    const restored = await as('USER').call(commentApi.restore, { params: { id: alone.id } })
    expect(restored.answer.text).toBe('allein')

    const asked = await write(id, 'gefragt @ADMIN')
    const middle = await answer(asked.id, 'mitten')
    const last = await answer(middle.id, 'zuletzt')
    await remove(asked.id)
    await remove(middle.id, 'ADMIN')
    expect((await thread(id)).slice(1)).toMatchObject([
      { id: asked.id, text: '', mentions: [], deleted: true },
      { id: middle.id, text: '', deleted: true },
      { id: last.id, text: 'zuletzt', deleted: false },
    ])
    expect(await count(id)).toBe(2)
    await remove(last.id, 'ADMIN')
    expect((await thread(id)).map(({ text }) => text)).toEqual(['allein'])
  })

  test('deleted while somebody answers it keeps its place above the answer', async () => {
    const id = await contact()
    const asked = await write(id, 'gefragt')
    await remove(asked.id)
    await answer(asked.id, 'lang getippt')
    expect(await thread(id)).toMatchObject([
      { id: asked.id, text: '', deleted: true },
      { text: 'lang getippt', answerTo: asked.id },
    ])
  })

  test('is listed from the latest, up to a number of comments or a given comment', async () => {
    const id = await contact()
    const first = await write(id, 'erster')
    const latest = await write(id, 'letzter')
    const below = await answer(first.id, 'Antwort auf den ersten')
    await answer(below.id, 'Antwort auf die Antwort')
    await remove((await write(id, 'gelöscht')).id)
    const top = async (query: { top?: number; upTo?: string }) =>
      (await as('USER').call(commentApi.list, { params: { id }, query })).answer.map(({ text }) => text)
    expect(await top({ top: 1 })).toEqual(['letzter'])
    expect(await top({ top: 2 })).toEqual(['erster', 'letzter'])
    expect(await top({ top: 3, upTo: latest.id })).toEqual(['erster', 'letzter', 'Antwort auf den ersten'])
    expect(await top({ top: 1, upTo: below.id })).toEqual(['erster', 'letzter', 'Antwort auf den ersten'])
    expect(await top({ upTo: latest.id })).toHaveLength(4)
    expect(await top({ top: 9 })).toHaveLength(4)
    const refused = await as('USER').call(commentApi.list, { params: { id }, query: { top: 0 } })
    expect(refused.problem.errors).toMatchObject([{ path: 'top' }])
  })

  test('deleted long ago is removed, or only its text when it has an answer', async () => {
    const id = await contact()
    const [asked, alone] = [await write(id, 'gefragt'), await write(id, 'allein')]
    await answer(asked.id, 'geantwortet')
    for (const { id: one } of [asked, alone]) await remove(one)
    await sql`update comment set deleted_at = now() - interval '31 days' where deleted_at is not null`.execute(
      database.kysely,
    )
    await emptyCommentBin(appContext)
    const { rows } = await sql<{ text: string }>`
      select text from comment where upstream_id = ${id} order by created_at`.execute(database.kysely)
    expect(rows.map(({ text }) => text)).toEqual(['', 'geantwortet'])
    expect((await as('USER').call(commentApi.restore, { params: { id: asked.id } })).status).toBe(404)
  })

  test('needs text and an existing record outside the bin', async () => {
    const id = await contact()
    const add = (upstream: string, text: string) =>
      as('USER').call(commentApi.add, { params: { id: upstream }, body: { text } })
    expect((await add(id, '  ')).problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'text' }] })
    expect((await add('01999999-0000-7000-8000-000000000000', 'x')).problem.code).toBe('NOT_FOUND')
    const { id: kept } = await write(id, 'vorher')
    await as('USER').call(contactApi.remove, { params: { id } })
    expect((await add(id, 'nachher')).problem.code).toBe('IN_BIN')
    expect((await remove(kept)).problem.code).toBe('IN_BIN')
    expect((await thread(id, 'USER')).map(({ text }) => text)).toEqual(['vorher'])
    expect((await as('TERMIN_USER').call(commentApi.list, { params: { id } })).status).toBe(404)
  })

  test('is visible only to users who may see its record', async () => {
    const id = await contact()
    const { id: comment } = await write(id, 'nur für Kontaktleser')
    const manager = as('PROJECT_MANAGER')
    expect((await manager.call(commentApi.list, { params: { id } })).problem.code).toBe('NOT_FOUND')
    expect((await manager.call(commentApi.get, { params: { id: comment } })).problem.code).toBe('NOT_FOUND')
  })

  test('moves with its contact, and is removed with it', async () => {
    const [from, target] = [await contact(), await contact()]
    await answer((await write(from, 'zieht um')).id, 'ich auch')
    await sql`update comment set contact_id = ${target} where contact_id = ${from}`.execute(database.kysely)
    expect((await thread(target)).map(({ upstreamRef }) => upstreamRef)).toEqual([target, target])
    await sql`delete from contact where id = ${target}`.execute(database.kysely)
    const { rows } = await sql`select from comment where upstream_id = ${target}`.execute(database.kysely)
    expect(rows).toEqual([])
  })

  test('is in the history of the contact', async () => {
    const id = await contact()
    await remove((await write(id, 'erzählt')).id)
    const { answer: told } = await as('USER').call(historyApi.ofContact, { params: { id } })
    expect(told.entries.map(({ entity, action }) => [entity, action]).slice(0, 2)).toEqual([
      ['comment', 'CHANGED'],
      ['comment', 'CREATED'],
    ])
  })
})

describe('a mention', () => {
  test('is stored with the comment and follows an edit of its text', async () => {
    const { id, mentions, version } = await write(await contact(), '@admin und @Termin_User, bitte prüfen')
    expect(new Map(mentions.map(({ written, userRef }) => [written, userRef]))).toEqual(
      new Map([
        ['@admin', await userId('ADMIN')],
        ['@Termin_User', await userId('TERMIN_USER')],
      ]),
    )
    const body = { text: 'doch nur @ADMIN', version }
    const { answer: changed } = await as('USER').call(commentApi.update, { params: { id }, body })
    expect(changed.mentions.map(({ written }) => written)).toEqual(['@ADMIN'])
  })

  test.each([
    ['@anna', ['@anna']],
    ['(@Anna.Meier)', ['@Anna.Meier']],
    ['frag @anna.', ['@anna']],
    ['frag @annabelle', []],
    ['post@anna', []],
    ['@anna @anna @Ümit Öz!', ['@anna', '@Ümit Öz']],
    ['@niemand', []],
  ])('of a user in %j is %j', (text, written) => {
    const users = ['anna', 'anna.meier', 'Ümit Öz'].map((username) => ({ id: username, username }))
    expect(mentionsIn(text, users).map((mention) => mention.written)).toEqual(written)
  })
})

test('a comment on a contact that is deleted at the same moment is refused', async () => {
  const id = await contact()
  const [binned, commented] = await callAtOnce(
    database,
    () => as('USER').call(contactApi.remove, { params: { id } }),
    () => as('USER').call(commentApi.add, { params: { id }, body: { text: 'Ruft am Montag an' } }),
  )
  expect([binned.status, commented.problem.code]).toEqual([204, 'IN_BIN'])
})
