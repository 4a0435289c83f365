import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { mergeApi } from '#contract/contacts/merges'
import { masterData } from '#contract/lists/master-data'
import { flameApi } from '#contract/orders/flames'
import { testApp } from '../../../test/app.ts'
import { article, flameEditor, flameFactory, pack } from '../../../test/flames.ts'
import { rowsRead } from '../../../test/rows-read.ts'
import { savedStates } from '../boards/boards.ts'

const { as, database } = await testApp()
const { buildContact, buildFlame } = flameFactory(as)
const [admin, user] = [as('ADMIN'), as('USER')]
const { save, saved, get } = flameEditor(as)

describe('two people editing one dossier', () => {
  const start = () =>
    buildFlame({ dossier: { notes: 'alt', articles: [article('A'), article('B')], packageInfos: [pack()] } })

  test('both keep their changes in different fields and rows', async () => {
    const flame = await start()
    const [a, b] = flame.dossier.articles
    await saved(flame, {
      reminderAtUtc: '2031-01-01T00:00:00Z',
      dossier: {
        ...flame.dossier,
        oss: true,
        articles: [
          { ...a, ...article('A', { quantity: 7 }) },
          { ...b, ...article('B') },
        ],
      },
    })
    const second = await saved(flame, {
      ...flame,
      dossier: {
        ...flame.dossier,
        notes: 'neu',
        articles: [{ ...a, ...article('A') }, { ...b, ...article('B', { description: 'Ring' }) }, article('C')],
        packageInfos: [],
      },
    })
    expect(second).toMatchObject({
      version: 3,
      reminderAtUtc: '2031-01-01T00:00:00.000Z',
      dossier: {
        oss: true,
        notes: 'neu',
        articles: [{ id: a?.id, quantity: 7 }, { id: b?.id, description: 'Ring' }, { productName: 'C' }],
        packageInfos: [],
      },
    })
  })

  test('with the same field changed get both values, and nothing is saved', async () => {
    const flame = await start()
    const [a, b] = flame.dossier.articles
    const now = await saved(flame, {
      dossier: {
        notes: 'ihre',
        articles: [
          { ...a, ...article('A', { quantity: 7 }) },
          { ...b, ...article('B') },
        ],
      },
    })
    const late = await save(flame, {
      dossier: {
        notes: 'meine',
        sapOrdernumber: '4711',
        articles: [
          { ...a, ...article('A', { quantity: 8 }) },
          { ...b, ...article('B') },
        ],
      },
    })
    expect(late.status).toBe(409)
    expect(late.problem).toMatchObject({
      code: 'STALE_VERSION',
      current: now,
      collisions: ['dossier.notes', `dossier.articles.${a?.id}.quantity`],
    })
    expect(await get(flame.id)).toEqual(now)
    const chosen = await saved(now, { dossier: { notes: 'meine' } })
    expect(chosen.dossier).toMatchObject({ notes: 'meine', articles: [{ quantity: 7 }, {}] })
  })

  test('get a conflict when one removes what the other changed', async () => {
    const flame = await start()
    const [a, b] = flame.dossier.articles
    await saved(flame, {
      dossier: {
        articles: [
          { ...a, ...article('A', { quantity: 7 }) },
          { ...b, ...article('B') },
        ],
      },
    })
    const late = await save(flame, { dossier: { articles: [{ ...b, ...article('B') }] } })
    expect(late.problem.collisions).toEqual([`dossier.articles.${a?.id}`])
  })

  test('can save rows with client ids repeatedly without doubling them', async () => {
    const flame = await start()
    const { articles, packageInfos } = flame.dossier
    const [c, crate] = [randomUUID(), randomUUID()]
    const send = (quantity: number) =>
      saved(flame, {
        dossier: {
          articles: [article('C', { id: c, quantity }), ...articles],
          packageInfos: [...packageInfos, pack({ id: crate, quantity })],
        },
      })
    await send(1)
    const { dossier } = await send(2)
    expect(dossier.articles).toMatchObject([{ id: c, quantity: 2 }, { id: articles[0]?.id }, { id: articles[1]?.id }])
    expect(dossier.packageInfos).toMatchObject([{ id: packageInfos[0]?.id }, { id: crate, quantity: 2 }])

    const other = await start()
    const taken = await save(other, { dossier: { articles: [article('D', { id: c })] } })
    expect(taken.problem.errors).toMatchObject([{ path: 'dossier.articles.0.id', code: 'unknownRef' }])
    expect((await get(flame.id)).dossier.articles).toEqual(dossier.articles)
  })

  test('get a conflict about the contact when one changes it and the other uses its parts', async () => {
    const [one, other] = [
      await buildContact({ emailAddresses: [{ address: 'frueher@example.com' }] }),
      await buildContact(),
    ]
    const avisEmailRef = one.emailAddresses[0]?.id ?? null
    for (const [first, late] of [
      [{ contactRef: other.id }, { avisEmailRef }],
      [{ avisEmailRef }, { contactRef: other.id }],
    ] as const) {
      const flame = await buildFlame({ contactRef: one.id })
      const now = await saved(flame, { dossier: first })
      const { problem } = await save(flame, { dossier: { ...flame.dossier, notes: 'neu', ...late } })
      expect(problem).toMatchObject({ code: 'STALE_VERSION', current: now, collisions: ['dossier.contactRef'] })
    }
    const flame = await buildFlame({ contactRef: one.id, dossier: { avisEmailRef } })
    await saved(flame, { dossier: { contactRef: other.id } })
    const merged = await saved(flame, { dossier: { ...flame.dossier, notes: 'neu' } })
    expect(merged.dossier).toMatchObject({ contactRef: other.id, avisEmailRef: null, notes: 'neu' })
  })

  test('have no conflict with a move, whose new assignee stays', async () => {
    const flame = await start()
    const { taskboardRef, step } = flame
    const move = { version: 1, taskboardRef, step, assigneeRef: null }
    expect((await user.call(flameApi.move, { params: { id: flame.id }, body: move })).status).toBe(200)
    const merged = await saved(flame, { ...flame, dossier: { ...flame.dossier, notes: 'neu' } })
    expect(merged).toMatchObject({ version: 3, assigneeRef: null, dossier: { notes: 'neu' } })
    await user.call(flameApi.prioritize, { params: { id: flame.id } })
    expect(await saved(merged, { dossier: { oss: true } })).toMatchObject({ version: 5, dossier: { notes: 'neu' } })
  })

  test('keep an entry that an admin replaced meanwhile', async () => {
    const add = async (title: string) =>
      (await admin.call(masterData.forwardingAgencies.add, { body: { title } })).answer
    const [one, other] = [await add('Alt & Co.'), await add('Neu & Co.')]
    const flame = await buildFlame({ dossier: { forwardingAgencyRef: one.id } })
    await admin.call(masterData.forwardingAgencies.replace, { params: { id: one.id, otherId: other.id } })
    await admin.call(masterData.forwardingAgencies.remove, { params: { id: one.id } })
    const merged = await saved(flame, { dossier: { ...flame.dossier, notes: 'neu' } })
    expect(merged.dossier).toMatchObject({ notes: 'neu', forwardingAgencyRef: other.id })
  })

  test('get the current state when their base version is unknown or too old', async () => {
    const flame = await start()
    await saved(flame, { dossier: { notes: 'neu' } })
    const ahead = await save({ ...flame, version: 99 }, { dossier: { notes: 'voraus' } })
    expect(ahead.problem).toMatchObject({ code: 'STALE_VERSION', current: { version: 2 } })
    await database.pool.query(`update flame_saved set saved_at = now() - interval '3 days' where flame_id = $1`, [
      flame.id,
    ])
    await saved({ ...flame, version: 2 }, { dossier: { oss: true } })
    const { rows } = await database.pool.query('select version from flame_saved where flame_id = $1', [flame.id])
    expect(new Set(rows.map(({ version }) => version))).toEqual(new Set([2, 3]))
    const late = await save(flame, { dossier: { notes: 'zu spät' } })
    expect(late.problem).toMatchObject({ code: 'STALE_VERSION', current: { version: 3 } })
  })

  test('finding the saved states to delete reads only a few of them', async () => {
    const { id } = await start()
    await database.pool.query(
      `insert into flame_saved (flame_id, version, state) select $1, 1000 + n, '{}' from generate_series(1, 1000) n`,
      [id],
    )
    await database.pool.query('analyze flame_saved')
    const { forgotten } = savedStates('flame_saved', 'flame_id')
    const forget = () => sql`with forgotten as (${forgotten(id)}) select`.execute(database.kysely)
    expect(await rowsRead(database.pool, forget)).toBeLessThan(5)
  })
})

test('an entry that an admin replaced meanwhile causes no conflict between two editors', async () => {
  const lists = { terms: masterData.paymentConditions, places: masterData.warehouses }
  const add = async (list: keyof typeof lists, title: string) =>
    (await admin.call(lists[list].add, { body: { title } })).answer.id
  const [former, later, third] = [await add('terms', 'eins'), await add('terms', 'zwei'), await add('terms', 'drei')]
  const [old, next, other] = [await add('places', 'eins'), await add('places', 'zwei'), await add('places', 'drei')]
  const start = () =>
    buildFlame({ dossier: { paymentConditionRef: former, articles: [article('A', { warehouse: old })] } })
  const [one, two] = [await start(), await start()]
  await admin.call(lists.terms.replace, { params: { id: former, otherId: later } })
  await admin.call(lists.places.replace, { params: { id: old, otherId: next } })

  const unseen = await saved(one, { dossier: { ...one.dossier, notes: 'alt' } })
  expect(unseen.dossier).toMatchObject({ notes: 'alt', paymentConditionRef: later, articles: [{ warehouse: next }] })
  const { dossier, ...seen } = await get(two.id)
  const articles = dossier.articles.map((row) => ({ ...row, warehouse: other }))
  const changed = await saved(seen, { dossier: { ...dossier, paymentConditionRef: third, articles } })
  expect(changed.dossier).toMatchObject({ paymentConditionRef: third, articles: [{ warehouse: other }] })
})

test('an editor who sees a merged contact can give the dossier any contact', async () => {
  const place = (street: string) => ({ addressType: 'HOME' as const, street, zipCode: '8000', city: 'Zürich' })
  const [survivor, gone, third] = [
    await buildContact({ addresses: [place('Hier')] }),
    await buildContact({ addresses: [place('Dort')] }),
    await buildContact({ addresses: [place('Drüben')] }),
  ]
  const [deliveryAddressRef, billingAddressRef] = [gone, third].map(({ addresses }) => addresses[0]?.id ?? null)
  const { id } = await buildFlame({ contactRef: gone.id, dossier: { deliveryAddressRef } })
  const contacts = [survivor, gone].map(({ id: contactRef, version }) => ({ contactRef, version }))
  expect((await admin.call(mergeApi.merge, { body: { survivorRef: survivor.id, contacts } })).status).toBe(200)

  const { dossier, ...seen } = await get(id)
  expect(dossier.contactRef).toBe(survivor.id)
  const given = { contactRef: third.id, deliveryAddressRef: null, billingAddressRef }
  expect((await saved(seen, { dossier: { ...dossier, ...given } })).dossier).toMatchObject(given)
})
