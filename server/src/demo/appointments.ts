import { type Kysely, sql } from 'kysely'
import { today } from '#contract/endpoint'
import { permissions } from '#contract/permissions'
import {
  addAppointment,
  cancelAppointment,
  listSlots,
  missAppointment,
  updateAppointment,
} from '../calendars/appointments/appointments.ts'
import { startOfDay } from '../db/days.ts'
import { lock } from '../db/locks.ts'
import type { DB } from '../db/schema.ts'
import { type AppContext, type Ctx, inTransaction, systemActor } from '../http/context.ts'
import { demoId } from './contacts.ts'

interface Planned {
  readonly title: string
  readonly place: string
  /** Working days from today. */
  readonly days: number
  /** Hour in Zurich. */
  readonly hour: number
  readonly minutes: number
  /** User names of the participants. */
  readonly who: readonly string[]
  readonly goes?: { readonly to: number } | { readonly reason: string } | 'MISSED'
}

const [garden, yard, customer] = ['Schaugarten Thun', 'Werkstatt', 'beim Kunden']
const planned: readonly Planned[] = [
  { title: 'Beratung Grillschale', place: garden, days: -1, hour: 15, minutes: 60, who: ['user'], goes: 'MISSED' },
  { title: 'Besuch im Schaugarten', place: garden, days: 0, hour: 8, minutes: 60, who: ['termin'] },
  { title: 'Aufstellplatz ausmessen', place: customer, days: 0, hour: 16, minutes: 90, who: ['user'] },
  { title: 'Farbe des Deckels wählen', place: yard, days: 1, hour: 11, minutes: 45, who: ['admin', 'termin'] },
  {
    title: 'Vorführung Feuerring',
    place: garden,
    days: 1,
    hour: 16,
    minutes: 60,
    who: ['user', 'termin'],
    goes: { to: 2 },
  },
  { title: 'Offerte besprechen', place: yard, days: 2, hour: 8, minutes: 30, who: ['admin'] },
  {
    ...{ title: 'Schale zurückbringen', place: yard, days: 3, hour: 11, minutes: 30, who: ['user'] },
    goes: { reason: 'Der Kunde ist krank und meldet sich wieder.' },
  },
  { title: 'Einweisung am Feuer', place: customer, days: 5, hour: 13, minutes: 120, who: ['user'] },
]
/** Positions in the list of free slot times at which appointments are booked. */
const inSlots = [0, 1, 3, 6]

/** Adds appointments of yesterday, today and the coming days: in slots and elsewhere, moved, cancelled and missed. */
export async function addDemoAppointments(appContext: AppContext): Promise<void> {
  const { rows } = await sql<{ id: string; username: string }>`
    select id, lower(username) as username from app_user
     where lower(username) in ('admin', 'user', 'termin') and deleted_at is null`.execute(appContext.database.kysely)
  const users = new Map(rows.map(({ id, username }) => [username, id]))
  const admin = users.get('admin')
  if (!admin || (await hasAppointments(appContext.database.kysely))) return
  const actor = { ...systemActor(admin), roles: ['ADMIN'], permissions: new Set(permissions) }
  await inTransaction(appContext, actor, async (ctx) => {
    await lock(ctx.db, 'demoAppointments')
    if (await hasAppointments(ctx.db)) return
    const contacts = contactRefs()
    for (const one of planned) await plan(ctx, users, contacts.next().value, one)
    const free = await listSlots(ctx, { from: workingDay(1), to: workingDay(12) })
    for (const { slotRef, startUtc } of inSlots.flatMap((at) => free[at] ?? [])) {
      await addAppointment(ctx, { contactRef: contacts.next().value, slotRef, startUtc, title: 'Beratung' })
    }
  })
}

/** Yields contacts without a demo order. */
function* contactRefs(): Generator<string, string> {
  for (let at = 1201; ; at += 7) yield demoId(at)
}

async function plan(ctx: Ctx, users: ReadonlyMap<string, string>, contactRef: string, one: Planned): Promise<void> {
  const { title, place, days, hour, minutes, who, goes } = one
  const participantRefs = who.flatMap((username) => users.get(username) ?? [])
  const day = workingDay(days)
  const span = { startUtc: await at(ctx, day, hour * 60), endUtc: await at(ctx, day, hour * 60 + minutes) }
  const { id, version } = await addAppointment(ctx, { contactRef, title, place, participantRefs, ...span })
  if (goes === 'MISSED') await missAppointment(ctx, id, version)
  else if (goes && 'to' in goes)
    await updateAppointment(ctx, id, { version, startUtc: await at(ctx, workingDay(goes.to), hour * 60 + 30) })
  else if (goes) await cancelAppointment(ctx, id, goes.reason)
}

/** Returns the instant that many minutes after a day begins in Zurich. */
async function at(ctx: Ctx, day: string, minutes: number): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select iso(${startOfDay(day)} + ${sql.lit(minutes)} * interval '1 minute') as at`.execute(ctx.db)
  return rows[0]?.at ?? ctx.now.toISOString()
}

/** Returns the day that many days from today; instead of a weekend the next or, for past days, previous working day. */
function workingDay(days: number): string {
  const date = new Date(Date.parse(today()) + days * 86_400_000)
  const isWeekend = date.getUTCDay() % 6 === 0
  return isWeekend && days !== 0 ? workingDay(days + Math.sign(days)) : date.toISOString().slice(0, 10)
}

const hasAppointments = async (db: Kysely<DB>) =>
  (await db.selectFrom('appointment').select('id').limit(1).executeTakeFirst()) !== undefined
