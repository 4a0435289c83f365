import { sql } from 'kysely'
import type { Tile, TileSpan } from '#contract/overview/dashboards'
import { pathTo } from '#contract/routes'
import { startOfDay } from '../../db/days.ts'
import type { Ctx } from '../../http/context.ts'
import { dueFlames, flameInStep, isOpen, seen } from '../../orders/flames/flames.ts'
import { figure, sumOf, table } from './tile.ts'

const most = 10

/** Returns figures of where cards are and how long they wait. */
export async function flamesTile(ctx: Ctx, { from, to }: TileSpan): Promise<Tile> {
  const [steps, stays, waiting] = await Promise.all([stepsNow(ctx), staysIn(ctx, from, to), longestWaiting(ctx)])
  const open = pathTo('allOpenFlames')
  const rows = steps.map((step) => ({ ...step, medianDays: stays.get(step.id) ?? null }))
  return {
    figures: [
      figure(
        'openFlames',
        sumOf(steps, ({ open }) => open),
        open,
      ),
      figure(
        'overdueFlames',
        sumOf(steps, ({ overdue }) => overdue),
        pathTo('allOpenFlames', { due: true }),
      ),
      figure(
        'unassignedFlames',
        sumOf(steps, ({ unassigned }) => unassigned),
        pathTo('allOpenFlames', { unassigned: true }),
      ),
    ],
    tables: [
      table('flamesByStep', 'text', rows, [
        { name: 'open', value: (row) => row.open, link: ({ id }) => pathTo('allOpenFlames', { step: id }) },
        {
          name: 'overdue',
          value: (row) => row.overdue,
          link: ({ id }) => pathTo('allOpenFlames', { step: id, due: true }),
        },
        {
          name: 'medianDays',
          unit: 'days',
          value: (row) => row.medianDays,
          link: ({ id }) => pathTo('allOpenFlames', { left: id, since: from, until: to }),
        },
      ]),
      table('longestWaiting', 'text', waiting, [
        {
          name: 'days',
          unit: 'days',
          value: (row) => row.days,
          link: ({ id, board }) => pathTo('flame', { id, taskboardId: board }),
        },
      ]),
    ],
  }
}

interface Step {
  id: string
  label: string
  open: number
  overdue: number
  unassigned: number
}

/** Returns the present numbers of each step; steps without cards are included to show that nothing waits there. */
async function stepsNow(ctx: Ctx): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select s.id, b.title || ' · ' || s.title as label, coalesce(n.open, 0) as open, coalesce(n.overdue, 0) as overdue,
           coalesce(n.unassigned, 0) as unassigned
      from blackboard_step s join blackboard b on b.id = s.blackboard_id
      left join (
        select f.step_id, count(*)::int as open, count(due.id)::int as overdue,
               count(*) filter (where f.assignee_id is null)::int as unassigned
          from flame f left join ${dueFlames(ctx)} as due on due.id = f.id where ${isOpen} group by f.step_id) n on n.step_id = s.id
     where b.kind = 'FLAME' and ${seen(ctx)} order by fold(b.title), b.id, s.position`.execute(ctx.db)
  return rows
}

/** Returns for each step the median of the days that cards had stayed there when they left it within the span. */
async function staysIn(ctx: Ctx, from: string, to: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; days: number }>`
    select s.id, stay.days
      from blackboard_step s, lateral (
        select date_part('epoch', percentile_cont(0.5) within group (order by at - from_step_since)) / 86400 as days
          from flame_step_change c
         where c.from_step_id = s.id and c.at >= ${startOfDay(from)} and c.at < ${startOfDay(to, 1)}) as stay
     where stay.days is not null and ${seen(ctx)}`.execute(ctx.db)
  return new Map(rows.map(({ id, days }) => [id, days]))
}

/** `days` is a whole number. */
interface Waiting {
  id: string
  board: string
  label: string
  days: number
}

async function longestWaiting(ctx: Ctx): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select f.id, f.board, c.full_name || ' · ' || f.step as label,
           floor(extract(epoch from ${ctx.now}::timestamptz - f.since) / 86400)::int as days
      from (select f.id, s.blackboard_id as board, s.title as step, f.in_step_since as since
              from ${flameInStep} where ${isOpen} and ${seen(ctx)} order by f.in_step_since, f.id limit ${sql.lit(most)}) f
      join dossier d on d.flame_id = f.id join contact c on c.id = d.contact_id order by f.since, f.id`.execute(ctx.db)
  return rows
}
