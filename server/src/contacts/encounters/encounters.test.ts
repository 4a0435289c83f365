import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { type Encounter, encounterApi, encounterTypes, isByHand } from '#contract/contacts/encounters'
import { historyApi } from '#contract/together/history'
import { testApp } from '../../../test/app.ts'
import { callAtOnce } from '../../../test/at-once.ts'
import { encounterFactory } from '../../../test/encounters.ts'
import { flameFactory } from '../../../test/flames.ts'
import { inTransaction, systemActor } from '../../http/context.ts'
import { addEncounter } from './encounters.ts'

const { as, database, appContext } = await testApp()
const user = as('USER')
const admin = as('ADMIN')
const { buildContact, buildFlame } = flameFactory(as)

const { add, search } = encounterFactory(as)
const idOf = async (username: string) =>
  (await database.kysely.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow())
    .id
const changeOf = ({ version, encounterType, originalKnownSince, description }: Encounter) => ({
  version,
  encounterType,
  originalKnownSince,
  description,
})

describe('an encounter', () => {
  test('is returned with every field it was created with', async () => {
    const { id: contactRef } = await buildContact()
    const assigneeRef = await idOf('ADMIN')
    const given = {
      encounterType: 'POST',
      originalKnownSince: '2026-02-28T10:30:00.000Z',
      title: 'Katalog',
      description: 'Zwei Kataloge\nverschickt',
      assigneeRef,
      duplicate: true,
      furtherEmailAddressesToAnswer: ['zweite@example.com'],
      contentMailingsDdj: true,
      contentMailingsPostcard: true,
      contentMailingsSeedsMagazine: true,
    } as const
    const made = await add(contactRef, { ...given, furtherEmailAddressesToAnswer: ['zweite@example.com'] })
    expect(made).toMatchObject({
      ...given,
      contactRef,
      version: 1,
      createdBy: 'USER',
      updatedBy: null,
      upstreamId: null,
      voiceMemo: null,
      email: null,
      deletedAtUtc: null,
    })
    expect((await user.call(encounterApi.get, { params: { id: made.id } })).answer).toEqual(made)
  })

  test.each(['0001-01-01T00:00:00Z', '1799-12-31T20:00:00Z', '2500-01-01T10:00:00Z', '9999-12-31T23:59:59Z'])(
    'at %s is refused as out of range',
    async (originalKnownSince) => {
      const { id } = await buildContact()
      const body = { encounterType: 'POST', originalKnownSince } as const
      const { problem } = await user.call(encounterApi.add, { params: { id }, body })
      expect(problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'originalKnownSince', code: 'date' }] })
    },
  )

  test('has the present time when none is given', async () => {
    const made = await add((await buildContact()).id)
    expect(Math.abs(Date.parse(made.originalKnownSince) - Date.now())).toBeLessThan(60_000)
  })

  test.each(encounterTypes.filter((type) => !isByHand(type)))(
    'of type %s cannot be created by hand',
    async (encounterType) => {
      const { problem } = await user.call(encounterApi.add, {
        params: { id: (await buildContact()).id },
        body: { encounterType },
      })
      expect(problem).toMatchObject({
        status: 400,
        code: 'VALIDATION',
        errors: [{ path: 'encounterType', detail: 'Diese Art kann nicht von Hand gewählt werden' }],
      })
    },
  )

  test.each(encounterTypes.filter(isByHand))('of type %s can be created by hand', async (encounterType) => {
    expect((await add((await buildContact()).id, { encounterType })).encounterType).toBe(encounterType)
  })

  test('needs a contact outside the bin and an existing assignee', async () => {
    const { id } = await buildContact()
    const body = { encounterType: 'TELEPHONE', assigneeRef: randomUUID() } as const
    const unknown = await user.call(encounterApi.add, { params: { id }, body })
    expect(unknown.problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'assigneeRef' }] })
    await user.call(contactApi.remove, { params: { id } })
    const binned = await user.call(encounterApi.add, { params: { id }, body: { encounterType: 'POST' } })
    expect(binned.problem.code).toBe('IN_BIN')
    const nobody = await user.call(encounterApi.add, {
      params: { id: randomUUID() },
      body: { encounterType: 'POST' },
    })
    expect(nobody.status).toBe(404)
  })

  test('has its origin set by the server only, not by a request', async () => {
    const { id } = await buildContact()
    const forged = { encounterType: 'TASK', upstreamId: `${randomUUID()}#${randomUUID()}` } as const
    const made = (await user.call(encounterApi.add, { params: { id }, body: forged })).answer
    expect(made.upstreamId).toBeNull()
    const params = { id, encId: made.id }
    const changed = (await user.call(encounterApi.update, { params, body: { ...changeOf(made), ...forged } })).answer
    expect([changed.version, changed.upstreamId]).toEqual([2, null])

    const flame = await buildFlame()
    const upstream = { flameId: flame.id, boardId: flame.taskboardRef }
    const own = await inTransaction(appContext, systemActor(), (ctx) =>
      addEncounter(ctx, id, { encounterType: 'TASK', upstream }),
    )
    const kept = (await user.call(encounterApi.get, { params: { id: own } })).answer
    const again = await user.call(encounterApi.update, {
      params: { id, encId: own },
      body: { ...changeOf(kept), description: 'neu', ...{ upstreamId: null } },
    })
    expect(again.answer).toMatchObject({ description: 'neu', upstreamId: `${flame.id}#${flame.taskboardRef}` })
  })

  test('cannot be newly assigned to a user who cannot sign in, but keeps such an assignee', async () => {
    const { id } = await buildContact()
    const assigneeRef = await idOf('TERMIN_USER')
    const made = await add(id, { assigneeRef })
    const setDisabled = (disabled: boolean) =>
      database.kysely.updateTable('app_user').set({ disabled }).where('id', '=', assigneeRef).execute()
    await setDisabled(true)
    const body = { encounterType: 'POST', assigneeRef } as const
    const given = await user.call(encounterApi.add, { params: { id }, body })
    expect(given.problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'assigneeRef', code: 'unknownRef' }] })
    const update = (of: Encounter, who: string | null) =>
      user.call(encounterApi.update, {
        params: { id, encId: of.id },
        body: { ...changeOf(of), description: 'neu', assigneeRef: who },
      })
    const kept = await update(made, assigneeRef)
    expect(kept.answer).toMatchObject({ description: 'neu', assigneeRef })
    const freed = await update(kept.answer, null)
    expect((await update(freed.answer, assigneeRef)).status).toBe(400)
    await setDisabled(false)
  })

  test('is changed; a change of an old version gets the current state', async () => {
    const made = await add((await buildContact()).id, { title: 'Bleibt', duplicate: true })
    const params = { id: made.contactRef, encId: made.id }
    const first = await user.call(encounterApi.update, {
      params,
      body: { ...changeOf(made), encounterType: 'FACE_TO_FACE', description: 'neu' },
    })
    expect(first.answer).toMatchObject({
      version: 2,
      encounterType: 'FACE_TO_FACE',
      description: 'neu',
      updatedBy: 'USER',
      title: 'Bleibt',
      duplicate: true,
    })
    const second = await admin.call(encounterApi.update, { params, body: changeOf(made) })
    expect(second.problem).toMatchObject({ status: 409, code: 'STALE_VERSION', current: { description: 'neu' } })
    const toFax = await user.call(encounterApi.update, {
      params,
      body: { ...changeOf(first.answer), encounterType: 'FAX' },
    })
    expect(toFax.problem.errors?.[0]?.path).toBe('encounterType')
  })

  test('of an e-mail is sanitised, found by its text only and read-only', async () => {
    const { id } = await buildContact()
    const made = await inTransaction(appContext, systemActor(), (ctx) =>
      addEncounter(ctx, id, {
        encounterType: 'EMAIL_INCOMING',
        title: 'Anfrage Feuerschale',
        description: '<p>Guten <b>Tag</b></p><script>alert(1)</script><strong>Grill</strong>',
      }),
    )
    const { answer } = await user.call(encounterApi.get, { params: { id: made } })
    expect(answer).toMatchObject({ description: '<p>Guten <b>Tag</b></p><strong>Grill</strong>', createdBy: null })
    for (const term of ['grill', 'feuerschale tag']) expect((await search(id, { searchTerm: term })).total).toBe(1)
    expect((await search(id, { searchTerm: 'strong' })).total).toBe(0)
    const { problem } = await user.call(encounterApi.update, {
      params: { id, encId: made },
      body: { ...changeOf(answer), description: 'x' },
    })
    expect(problem.code).toBe('EMAIL_READ_ONLY')
  })

  test('goes to the bin, is listed there and is restored', async () => {
    const made = await add((await buildContact()).id)
    const [id, params] = [made.contactRef, { id: made.contactRef, encId: made.id }]
    expect((await user.call(encounterApi.remove, { params })).status).toBe(204)
    expect((await user.call(encounterApi.count, { params: { id } })).answer).toEqual({ count: 0 })
    expect((await user.call(encounterApi.get, { params: { id: made.id } })).answer.deletedAtUtc).not.toBeNull()
    expect((await user.call(encounterApi.bin, { params: { id } })).answer).toMatchObject({ total: 1 })
    expect((await user.call(encounterApi.remove, { params })).problem.code).toBe('IN_BIN')
    const changing = await user.call(encounterApi.update, { params, body: changeOf(made) })
    expect(changing.problem.code).toBe('IN_BIN')
    expect((await user.call(encounterApi.restore, { params })).answer).toMatchObject({ version: 3, deletedAtUtc: null })
    expect((await user.call(encounterApi.list, { params: { id } })).answer.total).toBe(1)
  })

  test('is moved by an admin, and the histories of both contacts say so', async () => {
    const from = (await buildContact()).id
    const to = (await buildContact({ givenName: 'Ziel', surname: 'Muster' })).id
    const made = await add(from, { description: 'falsch abgelegt' })
    const params = { id: from, encId: made.id, target: to }
    expect((await user.call(encounterApi.move, { params })).status).toBe(403)
    expect((await admin.call(encounterApi.move, { params })).answer).toMatchObject({ contactRef: to, version: 2 })
    const { problem } = await admin.call(encounterApi.move, { params })
    expect(problem).toMatchObject({ status: 409, code: 'MOVED_ELSEWHERE' })
    expect(problem.detail).toBe('Der Eintrag wurde inzwischen zum Kontakt «Ziel Muster» verschoben.')
    for (const id of [from, to]) {
      const { entries } = (await user.call(historyApi.ofContact, { params: { id } })).answer
      expect(entries.filter(({ entity, action }) => entity === 'encounter' && action === 'CHANGED')).toMatchObject([
        { username: 'ADMIN', changes: [{ field: 'contactId', before: from, after: to }] },
      ])
    }
  })

  test('that was moved names its new contact when somebody edits it', async () => {
    const target = (await buildContact({ surname: 'Neuheim' })).id
    const made = await add((await buildContact()).id)
    const params = { id: made.contactRef, encId: made.id }
    await admin.call(encounterApi.move, { params: { ...params, target } })
    const body = { ...changeOf(made), description: 'lang getippt' }
    for (const { problem } of [
      await user.call(encounterApi.update, { params, body }),
      await user.call(encounterApi.remove, { params }),
    ]) {
      expect(problem.code).toBe('MOVED_ELSEWHERE')
      expect(problem.detail).toContain('«Anna Neuheim»')
    }
    const nobody = await user.call(encounterApi.update, { params: { ...params, encId: randomUUID() }, body })
    expect(nobody.problem.code).toBe('NOT_FOUND')
  })

  test('cannot be moved to its own contact, to one in the bin or to an unknown one', async () => {
    const { contactRef: id, id: encId } = await add((await buildContact()).id)
    const move = async (target: string) =>
      (await admin.call(encounterApi.move, { params: { id, encId, target } })).problem.code
    const binned = await buildContact()
    await user.call(contactApi.remove, { params: { id: binned.id } })
    expect([await move(id), await move(binned.id), await move(randomUUID())]).toEqual([
      'VALIDATION',
      'IN_BIN',
      'NOT_FOUND',
    ])
  })

  test('has only the fields that a person wrote in its history', async () => {
    const made = await add((await buildContact()).id, { description: 'vorher' })
    const params = { id: made.contactRef, encId: made.id }
    await user.call(encounterApi.update, { params, body: { ...changeOf(made), description: 'nachher' } })
    const { entries } = (await user.call(historyApi.ofContact, { params: { id: made.contactRef } })).answer
    const [changed, created] = entries.filter(({ entity }) => entity === 'encounter')
    expect(changed?.changes).toEqual([{ field: 'description', before: 'vorher', after: 'nachher' }])
    expect(created?.changes.map(({ field }) => field).sort()).toEqual([
      'contactId',
      'description',
      'encounterType',
      'originalKnownSince',
    ])
  })
})

describe('several encounters', () => {
  const several = async (count: number) => {
    const { id } = await buildContact()
    const made: string[] = []
    for (let at = 0; at < count; at++) made.push((await add(id)).id)
    return { id, ids: made }
  }
  const count = async (id: string) => (await user.call(encounterApi.count, { params: { id } })).answer.count

  test('are moved and moved back', async () => {
    const { id, ids } = await several(3)
    const target = (await buildContact()).id
    const moved = await admin.call(encounterApi.moveSeveral, { params: { id }, body: { ids: ids.slice(1), target } })
    expect(moved.status).toBe(204)
    expect([await count(id), await count(target)]).toEqual([1, 2])
    const back = { params: { id: target }, body: { ids: ids.slice(1), target: id } }
    expect((await user.call(encounterApi.moveSeveral, back)).status).toBe(403)
    expect((await admin.call(encounterApi.moveSeveral, back)).status).toBe(204)
    expect(await count(id)).toBe(3)
  })

  test('are deleted and restored', async () => {
    const { id, ids } = await several(2)
    expect((await user.call(encounterApi.removeSeveral, { params: { id }, body: { ids } })).status).toBe(204)
    expect(await count(id)).toBe(0)
    expect((await user.call(encounterApi.restoreSeveral, { params: { id }, body: { ids } })).status).toBe(204)
    expect(await count(id)).toBe(2)
  })

  test('are changed all or none: one of another contact leaves everything unchanged', async () => {
    const { id, ids } = await several(2)
    const other = await add((await buildContact()).id)
    const body = { ids: [...ids, other.id] }
    expect((await user.call(encounterApi.removeSeveral, { params: { id }, body })).problem.code).toBe('MOVED_ELSEWHERE')
    const moving = await admin.call(encounterApi.moveSeveral, {
      params: { id },
      body: { ...body, target: other.contactRef },
    })
    expect(moving.problem.code).toBe('MOVED_ELSEWHERE')
    expect(await count(id)).toBe(2)
  })

  test('need at least one id', async () => {
    const { problem } = await user.call(encounterApi.removeSeveral, {
      params: { id: randomUUID() },
      body: { ids: [] },
    })
    expect(problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'ids' }] })
  })
})

test('two equal encounters written at the same moment: the second is marked as a duplicate', async () => {
  const { id } = await buildContact()
  const body = { encounterType: 'TELEPHONE' as const, title: 'Rückruf', originalKnownSince: '2030-01-01T10:00:00Z' }
  const write = () => user.call(encounterApi.add, { params: { id }, body })
  const both = await callAtOnce(database, write, write)
  expect(both.map(({ answer }) => answer.duplicate)).toEqual([false, true])
})
