import { sql } from 'kysely'
import type { BodyOf, QueryOf } from '#contract/endpoint'
import { defaultTimeZone } from '#contract/limits'
import type { Permission } from '#contract/permissions'
import {
  type Absence,
  type Away,
  type absenceApi,
  standInField,
  standInFields,
  standInKinds,
} from '#contract/work/absences'
import { lockOne } from '../../db/locks.ts'
import { columnOf, edited } from '../../db/rows.ts'
import { type AppContext, actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { canSignIn } from '../../users/users.ts'
import { selectAbsences, selectAway, selectCircle, selectOverlap } from './absences.queries.ts'

type Field = (typeof standInFields)[number]
type Named = Readonly<Record<Field, string | null>>
type Entered = Omit<BodyOf<typeof absenceApi.update>, 'version'>

/** Returns the caller's absences, or everybody's for callers who may change users. Errors: FORBIDDEN. */
export async function listAbsences(ctx: Ctx, personRef?: string): Promise<Absence[]> {
  const everybody = ctx.actor.permissions.has('USER_MODIFY')
  const whose = personRef ?? (everybody ? undefined : actorId(ctx))
  if (whose !== undefined) assertMayEnter(ctx, whose)
  return selectAbsences(ctx.db, ctx.now, { personRef: whose })
}

/** Returns who is away within a span, by default at present. */
export const listAway = (ctx: Ctx, { from, until }: QueryOf<typeof absenceApi.away>): Promise<Away[]> => {
  const since = from ? new Date(from) : ctx.now
  return selectAway(ctx.db, since, until ? new Date(until) : new Date(since.getTime() + 1))
}

/** Errors: FORBIDDEN, VALIDATION. */
export async function addAbsence(ctx: Ctx, absence: BodyOf<typeof absenceApi.add>): Promise<Absence> {
  assertMayEnter(ctx, absence.personRef)
  if (!(await canSignIn(ctx, absence.personRef))) refuse('personRef', 'unknownRef')
  await lockOne(ctx.db, 'absences', 'all')
  await assertNamed(ctx, absence.personRef, nobody, absence)
  const { id } = await ctx.db
    .insertInto('absence')
    .values({ person_id: absence.personRef, ...columns(absence) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return checked(ctx, id)
}

/** Errors: NOT_FOUND, FORBIDDEN, STALE_VERSION, VALIDATION. */
export async function updateAbsence(
  ctx: Ctx,
  id: string,
  { version, ...change }: BodyOf<typeof absenceApi.update>,
): Promise<Absence> {
  await lockOne(ctx.db, 'absences', 'all')
  const before = await absenceToChange(ctx, id)
  if (before.version !== version) fail('STALE_VERSION', { current: before })
  await assertNamed(ctx, before.personRef, before, change)
  await write(ctx, id, columns(change))
  return checked(ctx, id)
}

/** Ends an absence at the beginning of the current minute. Errors: NOT_FOUND, FORBIDDEN, VALIDATION before it began. */
export async function endAbsence(ctx: Ctx, id: string): Promise<Absence> {
  await lockOne(ctx.db, 'absences', 'all')
  const before = await absenceToChange(ctx, id)
  const minute = new Date(Math.floor(ctx.now.getTime() / 60_000) * 60_000).toISOString()
  if (before.until <= minute) return before
  if (before.from >= minute) refuse('until', 'endBeforeStart')
  await write(ctx, id, { until_at: minute })
  return getAbsence(ctx, id)
}

/** Errors: NOT_FOUND, FORBIDDEN. */
export async function removeAbsence(ctx: Ctx, id: string): Promise<undefined> {
  await absenceToChange(ctx, id)
  await ctx.db.deleteFrom('absence').where('id', '=', id).execute()
}

/**
 * Job: updates the phase of absences that began or ended, once over all processes. The change makes screens that show
 * who looks after something read it again.
 */
export async function noteAbsences({ database }: AppContext): Promise<void> {
  await sql`
    update absence set phase = now_is
      from (select id as one, case when until_at <= now() then 'OVER' when from_at <= now() then 'RUNNING' else 'PLANNED' end as now_is
              from absence where phase <> 'OVER' or until_at > now()) as found
     where id = one and phase <> now_is`.execute(database.kysely)
}

async function getAbsence(ctx: Ctx, id: string): Promise<Absence> {
  const [absence] = await selectAbsences(ctx.db, ctx.now, { id })
  return absence ?? fail('NOT_FOUND')
}

async function absenceToChange(ctx: Ctx, id: string): Promise<Absence> {
  const absence = await getAbsence(ctx, id)
  assertMayEnter(ctx, absence.personRef)
  return absence
}

function assertMayEnter({ actor }: Ctx, personRef: string): void {
  if (personRef !== actor.id && !actor.permissions.has('USER_MODIFY')) fail('FORBIDDEN')
}

/** Permissions needed to name a stand-in. */
const needed: Partial<Record<Field, readonly Permission[]>> = {
  standInRef: ['PROXY_FLAME', 'PROXY_PROJECT'],
  flameStandInRef: ['PROXY_FLAME'],
  projectStandInRef: ['PROXY_PROJECT'],
}
const nobody: Named = {
  standInRef: null,
  flameStandInRef: null,
  projectStandInRef: null,
  todoStandInRef: null,
  mailStandInRef: null,
}

/**
 * Checks newly named stand-ins. Errors: FORBIDDEN, VALIDATION for the person themselves, and for users who cannot sign
 * in or may not do the work.
 */
async function assertNamed(ctx: Ctx, personRef: string, before: Named, after: Named): Promise<void> {
  for (const field of standInFields) {
    const named = after[field]
    if (named === before[field]) continue
    if (needed[field]?.some((permission) => !ctx.actor.permissions.has(permission))) fail('FORBIDDEN')
    if (named === null) continue
    if (named === personRef) refuse(field, 'sameEntry')
    const kind = standInKinds.find((one) => standInField[one] === field)
    const may = kind ? sql<boolean>`may_stand_in(${named}, ${kind})` : sql<boolean>`true`
    const { rows } = await sql<{ may: boolean }>`select ${may} as may`.execute(ctx.db)
    if (!(await canSignIn(ctx, named)) || !rows[0]?.may) refuse(field, 'mayNotStandIn')
  }
}

/** Returns the absence as written. Errors: VALIDATION for an overlapping absence, and a circle of stand-ins. */
async function checked(ctx: Ctx, id: string): Promise<Absence> {
  const absence = await getAbsence(ctx, id)
  const other = await selectOverlap(ctx.db, id)
  if (other) refuse('from', 'absenceOverlaps', { from: inWords(other.from), until: inWords(other.until) })
  const circle = await selectCircle(ctx.db, id)
  if (circle) {
    const field = standInFields.find((one) => absence[one] === circle.first) ?? 'standInRef'
    refuse(field, 'standInCircle', { names: circle.names.join(' → ') })
  }
  return absence
}

const write = (ctx: Ctx, id: string, set: Partial<ReturnType<typeof columns>>) =>
  ctx.db
    .updateTable('absence')
    .set({ ...set, ...edited })
    .where('id', '=', id)
    .execute()

const columns = ({ from, until, subject, text, ...named }: Entered) => ({
  from_at: from,
  until_at: until,
  subject,
  text,
  ...Object.fromEntries(standInFields.map((field) => [columnOf(field), named[field]])),
})

type Refusal = 'unknownRef' | 'endBeforeStart' | 'sameEntry' | 'mayNotStandIn' | 'absenceOverlaps' | 'standInCircle'
const refuse = (path: string, invalid: Refusal, values: Record<string, string> = {}): never =>
  fail('VALIDATION', { fields: [{ path, invalid, values }] })

/** Formats an instant as 01.03.2026 14:30. */
const inWords = (instant: string) => minutes.format(new Date(instant)).replace(', ', ' ')
const minutes = new Intl.DateTimeFormat('de-CH', { timeZone: defaultTimeZone, dateStyle: 'medium', timeStyle: 'short' })
