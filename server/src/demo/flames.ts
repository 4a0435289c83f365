import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { defaultTimeZone } from '#contract/limits'
import type { DossierChange } from '#contract/orders/dossiers'
import { NewFlame } from '#contract/orders/flame-changes'
import { permissions } from '#contract/permissions'
import { lock } from '../db/locks.ts'
import type { DB } from '../db/schema.ts'
import { type AppContext, type Ctx, inTransaction, systemActor } from '../http/context.ts'
import { archiveFlame, removeFlame } from '../orders/flames/archive-flame.ts'
import { addFlame } from '../orders/flames/flames.ts'
import { calculatePackages } from '../orders/flames/pack.ts'
import { demoId } from './contacts.ts'
import { randomFrom } from './random.ts'

const day = 86_400_000
/** Number of flames in each step of a board, from the first step to the last. */
const onBoards: Readonly<Record<string, readonly number[]>> = {
  Verkauf: [16, 14, 12, 9, 6],
  Händler: [6, 5, 7, 4],
  Service: [5, 4, 3, 3],
}
const archived = 14
const binned = 4
/** Index of the first contact with an order; the contacts before it have other records. */
const firstContact = 200

/** Adds the orders of the demo in all stages: new, ready to ship, due, on hold, archived and in the bin. */
export async function addDemoFlames(appContext: AppContext): Promise<void> {
  const { kysely } = appContext.database
  if (await hasFlames(kysely)) return
  const known = await readKnown(kysely)
  const admin = known.users[0]
  if (!admin || known.boards.length === 0) return
  const actor = { ...systemActor(admin), roles: ['ADMIN'], permissions: new Set(permissions) }
  await inTransaction(appContext, actor, async (ctx) => {
    await lock(ctx.db, 'demoFlames')
    if (await hasFlames(ctx.db)) return
    const draw = drawFrom(randomFrom(5))
    let number = 0
    for (const { title, id, steps } of known.boards) {
      for (const [at, count] of (onBoards[title] ?? []).entries()) {
        for (let index = 0; index < count; index++) {
          number += 1
          await addOne(ctx, known, draw, { number, board: id, step: steps[at] ?? '', stage: at / (steps.length - 1) })
        }
      }
    }
    const [sales] = known.boards
    if (!sales) return
    const [first = '', last = ''] = [sales.steps[0], sales.steps.at(-1)]
    for (let index = 0; index < archived; index++) {
      number += 1
      // everything about the order is as long ago as its archiving
      const then = { ...ctx, now: new Date(ctx.now.getTime() - (20 + index * 17) * day) }
      const id = await addOne(then, known, draw, { number, board: sales.id, step: last, stage: 1 })
      await archiveFlame(then, id, {})
    }
    for (let index = 0; index < binned; index++) {
      number += 1
      const id = await addOne(ctx, known, draw, { number, board: sales.id, step: first, stage: 0 })
      await removeFlame(ctx, id)
    }
    // Demo users shall not find notifications of these assignments.
    await ctx.db.updateTable('notification').set({ read_at: ctx.now.toISOString() }).execute()
  })
}

const hasFlames = async (db: Kysely<DB>) =>
  (await db.selectFrom('flame').select('id').limit(1).executeTakeFirst()) !== undefined

interface Known {
  /** Ids, the admin's first. */
  readonly users: readonly string[]
  readonly boards: readonly { title: string; id: string; steps: readonly string[] }[]
  readonly products: readonly string[]
  readonly accessories: readonly string[]
  readonly warehouses: readonly string[]
  readonly agencies: readonly string[]
  readonly deliveryTerms: readonly string[]
  readonly paymentTerms: readonly string[]
  readonly locked: readonly string[]
}

async function readKnown(db: Kysely<DB>): Promise<Known> {
  const ids = (table: string) => sql`(select coalesce(json_agg(id order by title), '[]') from ${sql.table(table)})`
  const products = (kind: string) => sql`(
    select json_agg(id order by title) from product where kind = ${kind} and onsale)`
  const { rows } = await sql<Known>`
    select (select coalesce(json_agg(id order by lower(username)), '[]') from app_user
              where lower(username) in ('admin', 'user') and deleted_at is null) as users,
           (select coalesce(json_agg(json_build_object('title', b.title, 'id', b.id, 'steps', (
              select json_agg(s.id order by s.position) from blackboard_step s where s.blackboard_id = b.id))
              order by b.title desc), '[]')
              from blackboard b where b.title = any (${Object.keys(onBoards)}::text[]) and b.kind = 'FLAME') as boards,
           ${products('PRODUCT')} as products, ${products('ACCESSORY')} as accessories,
           ${ids('warehouse')} as warehouses, ${ids('forwarding_agency')} as agencies,
           ${ids('delivery_condition')} as "deliveryTerms", ${ids('payment_condition')} as "paymentTerms",
           (select coalesce(json_agg(locked_at), '[]') from locked_pickup_date) as locked`.execute(db)
  const [known] = rows
  if (!known) throw new Error('a query without conditions answers one row')
  return known
}

type Draw = ReturnType<typeof drawFrom>

const drawFrom = (random: () => number) => ({
  chance: (share: number) => random() < share,
  upTo: (most: number) => Math.floor(random() * (most + 1)),
  pick: <T>(from: readonly T[]): T => {
    const picked = from[Math.floor(random() * from.length)]
    if (picked === undefined) throw new Error('there is nothing to pick from')
    return picked
  },
})

interface Order {
  readonly number: number
  readonly board: string
  readonly step: string
  /** From 0 (requested) to 1 (delivered). */
  readonly stage: number
}

async function addOne(ctx: Ctx, known: Known, draw: Draw, { number, board, step, stage }: Order): Promise<string> {
  const contact = await contactAt(ctx.db, firstContact + number * 7)
  const rests = stage < 1 && draw.chance(0.1)
  const isLate = stage < 1 && draw.chance(0.12)
  const proxied = draw.chance(0.06)
  const flame: z.input<typeof NewFlame> = {
    contactRef: contact.id,
    taskboardRef: board,
    step,
    assigneeRef: draw.chance(0.1) ? null : draw.pick(known.users),
    reminderAtUtc: rests ? inDays(ctx, 20 + draw.upTo(60), 7) : isLate ? inDays(ctx, -draw.upTo(9) - 1, 7) : null,
    ...(proxied
      ? {
          proxyOwnerRef: draw.pick(known.users),
          proxyOwnerFrom: inDays(ctx, -2, 7),
          proxyOwnerUntil: inDays(ctx, 12, 16),
        }
      : {}),
    dossier: await dossierFor(ctx, known, draw, contact, { number, stage }),
    overrideReason: 'Vor der Einführung der Anforderungen erfasst',
  }
  const added = await addFlame(ctx, NewFlame.parse(flame))
  const { id } = (await added.ask(ctx.db)).value
  const inStep = Math.round(draw.upTo(28) * (0.3 + stage))
  await backdate(ctx, id, { inStep, old: inStep + Math.round(30 * stage) })
  return id
}

interface Contact {
  readonly id: string
  readonly language: 'DE' | 'EN' | 'FR'
  readonly customerType: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly addresses: readonly string[]
}

async function contactAt(db: Kysely<DB>, index: number): Promise<Contact> {
  const { rows } = await sql<Contact>`
    select c.id, c.language, c.customer_type as "customerType",
           (select id from phone_number where contact_id = c.id order by id limit 1) as phone,
           (select id from email_address where contact_id = c.id order by id limit 1) as email,
           (select coalesce(json_agg(id order by id), '[]') from address where contact_id = c.id) as addresses
      from contact c where c.id = ${demoId(index)}`.execute(db)
  const [contact] = rows
  if (!contact) throw new Error(`there is no demo contact ${index}`)
  return contact
}

/** Returns a dossier that holds more data the further the order is. */
async function dossierFor(
  ctx: Ctx,
  known: Known,
  draw: Draw,
  contact: Contact,
  { number, stage }: Pick<Order, 'number' | 'stage'>,
): Promise<z.input<typeof DossierChange>> {
  const discount = contact.customerType?.startsWith('RESELLER_') ? contact.customerType.slice('RESELLER_'.length) : null
  const article = (productRef: string, most: number) => ({
    productRef,
    quantity: 1 + draw.upTo(most),
    discount,
    warehouse: stage > 0.3 ? draw.pick(known.warehouses) : null,
    description: draw.chance(0.2) ? draw.pick(articleNotes) : '',
  })
  const articles = [
    article(draw.pick(known.products), 1),
    ...Array.from({ length: draw.upTo(3) }, () => article(draw.pick(known.accessories), 2)),
  ]
  const packed = stage >= 0.5
  const packing = { articles: articles.map((one) => ({ ...one, productName: '' })) }
  const [billing = null, delivery = billing] = contact.addresses
  return {
    sapOrdernumber: stage >= 0.5 ? `45${String(1200 + number)}` : '',
    shipmentReference: stage >= 0.5 && draw.chance(0.5) ? `V-${2600 + number}` : '',
    currency: contact.language === 'DE' ? 'CHF' : 'EUR',
    pickupDate: stage >= 0.6 ? freeDay(ctx, known.locked, stage === 1 ? -3 - draw.upTo(20) : 2 + draw.upTo(18)) : null,
    // by number, so that a month of the calendar is filled regardless of the other random values
    selfPickupAt:
      stage > 0 && stage < 1 && number % 3 === 0 ? workingDay(ctx, 1 + (number % 27), 6 + (number % 5)) : null,
    deliveryDate:
      stage === 1
        ? inDays(ctx, -1 - draw.upTo(3), 0)
        : stage >= 0.5 && number % 2 === 0
          ? workingDay(ctx, 3 + (number % 29), 0)
          : null,
    delivered: stage === 1,
    paymentPeriod: stage >= 0.5 ? inDays(ctx, 20 + draw.upTo(20), 0) : null,
    paymentConditionRef: stage > 0 ? draw.pick(known.paymentTerms) : null,
    deliveryConditionRef: stage > 0 ? draw.pick(known.deliveryTerms) : null,
    forwardingAgencyRef: packed ? draw.pick(known.agencies) : null,
    avisPhoneNumberRef: stage >= 0.5 ? contact.phone : null,
    avisEmailRef: stage >= 0.5 ? contact.email : null,
    avisText: draw.chance(0.2) ? draw.pick(avisNotes) : '',
    billingAddressRef: stage > 0 ? billing : null,
    deliveryAddressRef: stage > 0 ? delivery : null,
    notes: draw.chance(0.25) ? draw.pick(notes) : '',
    articles,
    packageInfos: packed ? (await calculatePackages(ctx, packing)).packageInfos : [],
  }
}

/** Returns an hour in UTC of the day that many days from now; 0 stands for midnight in Zurich: a day without a time. */
function inDays({ now }: Ctx, days: number, hour: number): string {
  const date = new Date(now.getTime() + days * day).toISOString().slice(0, 10)
  if (hour > 0) return `${date}T${String(hour).padStart(2, '0')}:00:00Z`
  const offset = new Date(`${date}T12:00:00Z`).toLocaleString('en', {
    timeZone: defaultTimeZone,
    hour: '2-digit',
    hour12: false,
  })
  return new Date(Date.parse(`${date}T00:00:00Z`) - (Number(offset) - 12) * 3_600_000).toISOString()
}

/** Returns the first day from there on that is not on a weekend. */
function workingDay(ctx: Ctx, days: number, hour: number): string {
  const weekday = new Date(ctx.now.getTime() + days * day).getUTCDay()
  return weekday === 0 || weekday === 6 ? workingDay(ctx, days + 1, hour) : inDays(ctx, days, hour)
}

/** Returns the first day from there on that is neither a Sunday nor locked. */
function freeDay(ctx: Ctx, locked: readonly string[], days: number): string {
  const date = new Date(ctx.now.getTime() + days * day)
  const isTaken = date.getUTCDay() === 0 || locked.includes(date.toISOString().slice(0, 10))
  return isTaken ? freeDay(ctx, locked, days + 1) : inDays(ctx, days, 0)
}

/** Sets the dates as if the flame were that many days old, and in its step for that many. */
async function backdate({ db, now }: Ctx, id: string, { inStep, old }: { inStep: number; old: number }): Promise<void> {
  const [since, created] = [inStep, old].map((days) => new Date(now.getTime() - days * day).toISOString())
  await sql`update flame set in_step_since = ${since}, created_at = ${created} where id = ${id}`.execute(db)
  await sql`update flame_step_change set at = ${since} where flame_id = ${id}`.execute(db)
}

const articleNotes = ['mit Ablauf', 'Rost schwarz', 'als Geschenk verpacken', 'Gravur folgt', 'aus der Ausstellung']
const avisNotes = [
  'Bitte einen Tag vorher anrufen.',
  'Lieferung nur am Vormittag.',
  'Zollpapiere an die Spedition schicken.',
]
const notes = [
  'Zufahrt nur mit kleinem Lastwagen.',
  'Kunde hilft beim Abladen.',
  'Kommt auf Empfehlung eines Nachbarn.',
  'Möchte die Schale vor dem Sommerfest haben.',
]
