import { type RawBuilder, sql } from 'kysely'
import { defaultTimeZone, limits } from '#contract/limits'
import type { FlameSearch, flameSorts } from '#contract/orders/flame-search'
import type { FlameCard, FlamePickup } from '#contract/orders/flames'
import { contactsWith } from '../../contacts/contacts.ts'
import { wordsOf } from '../../db/words.ts'
import { JsonText } from '../../http/answers.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { card, cardFrom, flameFrom, isOpen, seen } from './flames.queries.ts'
import { looksAfter } from './proxies.ts'

interface Found {
  flames: FlameCard[]
  total: number
  more: boolean
}

export async function searchFlames(ctx: Ctx, search: FlameSearch): Promise<JsonText<Found>> {
  const { page, pageSize, descending } = search
  const before = (page - 1) * pageSize
  const { rows } = await sql<{ cards: string; found: number }>`
    select coalesce(string_agg(card, ',' order by row) filter (where row <= ${pageSize}), '') as cards, count(*)::int as found
      from (select card, row_number() over () as row
              from (select ${card} as card from ${cardFrom} where ${conditions(ctx, search)}
                     order by ${sorts[search.sort]} ${descending ? sql`desc` : sql`asc`} nulls last, f.id
                     limit ${pageSize + 1} offset ${before}) as ordered) as numbered`.execute(ctx.db)
  const { cards = '', found = 0 } = rows[0] ?? {}
  return new JsonText(`{"flames":[`, cards, `],"total":${before + found},"more":${found > pageSize}}`)
}

const sorts: Record<(typeof flameSorts)[number], RawBuilder<unknown>> = {
  UPDATED: sql`f.updated_at`,
  CREATED: sql`f.created_at`,
  PICKUP_DATE: sql`d.pickup_date`,
  REMINDER: sql`f.reminder_at`,
  CONTACT: sql`fold(c.full_name)`,
}

/** How many due flames the caller looks after; more than a thousand are as good as a thousand. */
export async function countOwnDue(ctx: Ctx): Promise<{ count: number }> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${flameFrom} where ${isOpen} and ${isOwn(ctx)} and ${isDue(ctx)} and ${seen(ctx)}
       limit ${limits.search.pageSize}) as due`.execute(ctx.db)
  return { count: rows[0]?.count ?? 0 }
}

function conditions(ctx: Ctx, search: FlameSearch): RawBuilder<unknown> {
  const { archived, reminderFlames, due, own, text, assigneeRef, contactRef, taskboardRef } = search
  const all = [archived ? sql`f.archived_at is not null and f.deleted_at is null` : isOpen, seen(ctx)]
  if (reminderFlames) all.push(sql`f.reminder_at <= ${ctx.now}`)
  if (due) all.push(isDue(ctx))
  if (own) all.push(isOwn(ctx))
  if (assigneeRef) all.push(sql`f.assignee_id = ${assigneeRef}`)
  if (contactRef) all.push(sql`d.contact_id = ${contactRef}`)
  if (taskboardRef) all.push(sql`s.blackboard_id = ${taskboardRef}`)
  all.push(...wordsOf(text ?? '').map(holds))
  return sql.join(all, sql` and `)
}

const isDue = ({ now }: Ctx) =>
  sql`(f.reminder_at <= ${now} or not d.delivered
       and (d.pickup_date <= ${now} or d.self_pickup_at <= ${now} or d.delivery_date <= ${now}))`

const isOwn = (ctx: Ctx) => looksAfter(actorId(ctx))

/** The word stands in the head of the dossier, or in what its contact is found by. */
const holds = (word: string) => sql`d.id in (
  select id from dossier where search like needle(${word})
  union all
  select own.id from dossier own where own.contact_id in (${contactsWith(word)}))`

/** Pickups, self-pickups and deliveries of open flames, the earliest first. */
export async function listPickups(ctx: Ctx, { start, end }: { start: string; end: string }): Promise<FlamePickup[]> {
  const from = sql`(${start}::date)::timestamp at time zone ${sql.lit(defaultTimeZone)}`
  const before = sql`(${end}::date + 1)::timestamp at time zone ${sql.lit(defaultTimeZone)}`
  const dated = (kind: FlamePickup['kind'], column: string) => sql`
    select id, ${sql.lit(kind)} as kind, ${sql.ref(column)} as at from dossier
     where ${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${before}`
  const { rows } = await sql<FlamePickup>`
    select f.id as "flameRef", s.blackboard_id as "taskboardRef", s.blackboard_id as "blackBoardRef",
           f.step_id as step, f.version, dated.kind, iso(dated.at) as at, c.id as "contactRef",
           c.full_name as "contactName", d.certificate_name as "certificateName", f.assignee_id as "assigneeRef",
           d.delivered
      from (${dated('PICKUP', 'pickup_date')} union all ${dated('SELF_PICKUP', 'self_pickup_at')}
            union all ${dated('DELIVERY', 'delivery_date')}) as dated
      join (${flameFrom}) on d.id = dated.id
     where ${isOpen} and ${seen(ctx)} order by dated.at, f.id, dated.kind`.execute(ctx.db)
  return rows
}
