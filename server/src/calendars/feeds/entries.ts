import { type RawBuilder, sql } from 'kysely'
import { type FeedSource, feedLimits } from '#contract/calendars/feeds'
import { pathTo } from '#contract/routes'
import { zurich } from '../../db/days.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import * as flames from '../../orders/flames/flames.ts'
import * as projects from '../../work/projects/projects.ts'
import * as todos from '../../work/todos/todos.ts'

export type EntryKind =
  | 'APPOINTMENT'
  | 'PICKUP'
  | 'SELF_PICKUP'
  | 'DELIVERY'
  | 'FLAME'
  | 'PROJECT_DUE'
  | 'PROJECT_REMINDER'
  | 'TODO'

/** Something to do at a time. */
export interface Entry {
  readonly id: string
  readonly kind: EntryKind
  readonly at: string
  /** The day, where the entry has no time of day. */
  readonly day: string | null
  readonly until: string | null
  readonly title: string
  /** The contact, or the title of the project. */
  readonly about: string
  readonly place: string
  readonly sequence: number
  readonly changedAt: string
  /** Path of the screen that shows it. */
  readonly path: string
}

/** Returns appointments whose participant is absent at the time and has the caller as stand-in. */
async function takenOver(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from absence away
      join appointment a on a.state <> 'CANCELLED' and a.participants @> array[away.person_id]
       and a.start_at < away.until_at and a.end_at > away.from_at
     where away.until_at > now() - ${feedLimits.daysBack} * interval '1 day'
       and find_stand_in(away.person_id, 'APPOINTMENT', greatest(away.from_at, a.start_at)) = ${actorId(ctx)}`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

type Row = Omit<Entry, 'path'> & { board: string; of: string }

/** Returns what the caller has to do, by source, within the limits of days back and ahead. */
export const entriesOf: Record<FeedSource, (ctx: Ctx) => Promise<Entry[]>> = {
  APPOINTMENTS: async (ctx) => {
    const rows = await select(
      ctx,
      sql`
      select a.id, 'APPOINTMENT' as kind, a.start_at as at, a.end_at as until, e.title, c.full_name as about, a.place,
             a.sequence, e.updated_at as changed, '' as board, '' as of
        from appointment a join encounter e on e.id = a.id join contact c on c.id = e.contact_id
       where a.state <> 'CANCELLED' and (a.participants @> array[${actorId(ctx)}::uuid] or a.id = any (${await takenOver(ctx)}::uuid[]))
         and e.deleted_at is null and c.deleted_at is null`,
    )
    return rows.map((row) => ({ ...row, path: pathTo('appointmentCalendar', { id: row.id }) }))
  },

  PICKUPS: async (ctx) => {
    const isOwn = flames.looksAfter(actorId(ctx), await flames.whoIsAway(ctx))
    const dated = (kind: EntryKind, column: string) => sql`
      select f.id, ${sql.lit(kind)} as kind, ${sql.ref(column)} as at, null::timestamptz as until, '' as title,
             c.full_name as about, '' as place, f.version as sequence, f.updated_at as changed, s.blackboard_id::text as board,
             '' as of
        from ${flames.flameFrom}
       where ${sql.ref(column)} is not null and ${flames.isOpen} and ${isOwn} and ${flames.seen(ctx)}`
    const rows = await select(
      ctx,
      sql`${dated('PICKUP', 'd.pickup_date')} union all ${dated('SELF_PICKUP', 'd.self_pickup_at')}
          union all ${dated('DELIVERY', 'd.delivery_date')}`,
    )
    return rows.map(ofFlame)
  },

  FLAMES: async (ctx) => {
    const isOwn = flames.looksAfter(actorId(ctx), await flames.whoIsAway(ctx))
    const rows = await select(
      ctx,
      sql`
      select f.id, 'FLAME' as kind, f.reminder_at as at, null::timestamptz as until, '' as title, c.full_name as about,
             '' as place, f.version as sequence, f.updated_at as changed, s.blackboard_id::text as board, '' as of
        from ${flames.flameFrom}
       where f.reminder_at is not null and ${flames.isOpen} and ${isOwn} and ${flames.seen(ctx)}`,
    )
    return rows.map(ofFlame)
  },

  PROJECTS: async (ctx) => {
    const isOwn = projects.looksAfter(actorId(ctx), await projects.whoIsAway(ctx))
    const dated = (kind: EntryKind, column: string) => sql`
      select p.id, ${sql.lit(kind)} as kind, ${sql.ref(column)} as at, null::timestamptz as until, p.title, '' as about,
             '' as place, p.version as sequence, p.updated_at as changed, s.blackboard_id::text as board, '' as of
        from project p join blackboard_step s on s.id = p.step_id
       where ${sql.ref(column)} is not null and ${projects.isOpen} and ${isOwn} and ${projects.seen(ctx)}`
    const rows = await select(
      ctx,
      sql`${dated('PROJECT_DUE', 'p.finished')} union all ${dated('PROJECT_REMINDER', 'p.reminder_at')}`,
    )
    return rows.map((row) => ({ ...row, path: pathTo('project', { id: row.id, taskboardId: row.board }) }))
  },

  TODOS: async (ctx) => {
    const rows = await select(
      ctx,
      sql`
      select t.id, 'TODO' as kind, ${todos.dueAt} as at, null::timestamptz as until, t.title,
             coalesce(p.title, c.full_name, '') as about, '' as place, t.version as sequence, t.updated_at as changed,
             coalesce(fs.blackboard_id, ps.blackboard_id)::text as board, coalesce(t.flame_id::text, '') as of
        from ${todos.todoInPlace}
        left join dossier d on d.flame_id = t.flame_id left join contact c on c.id = d.contact_id
       where t.state <> 'DONE' and ${todos.dueAt} is not null and ${todos.isAtWork}
         and ${todos.isOf(await todos.ownAndAway(ctx))} and ${todos.seesTodo(ctx)}`,
    )
    return rows.map((row) => ({ ...row, path: placeOfTodo(row) }))
  },
}

const ofFlame = (row: Row): Entry => ({ ...row, path: pathTo('flame', { id: row.id, taskboardId: row.board }) })

const placeOfTodo = ({ of, board }: Row) =>
  of ? pathTo('flameTodos', { id: of, taskboardId: board }) : pathTo('ownToDos')

/**
 * Returns the rows within reach, the earliest first. Of too many it returns those nearest to now; distances in the past
 * count four times.
 */
async function select({ db }: Ctx, query: RawBuilder<unknown>): Promise<Row[]> {
  const { daysBack, daysAhead, eachSource } = feedLimits
  const { rows } = await sql<Row>`
    select id, kind, iso(at) as at, case when ${zurich(sql`at`)}::time = '00:00' then ${zurich(sql`at`)}::date::text end as day,
           iso(until) as until, title, about, place, sequence, iso(changed) as "changedAt", board, of
      from (select * from (${query}) as found
             where at >= now() - ${daysBack} * interval '1 day' and at < now() + ${daysAhead} * interval '1 day'
             order by greatest(at - now(), 4 * (now() - at)), id, kind limit ${eachSource}) as nearest
     order by nearest.at, id, kind`.execute(db)
  return rows
}
