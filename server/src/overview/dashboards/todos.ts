import { sql } from 'kysely'
import type { Tile, TileSpan } from '#contract/overview/dashboards'
import { pathTo } from '#contract/routes'
import { monthsIn } from '../../db/days.ts'
import type { Ctx } from '../../http/context.ts'
import { flameInStep, isOpen, seen } from '../../orders/flames/flames.ts'

import * as projects from '../../work/projects/projects.ts'
import { isOutsideBin, seesTodo, todoInPlace, todosAtWork } from '../../work/todos/todos.ts'
import { daysOfMonth, figure, table } from './tile.ts'

/** Returns figures of to-dos of open flames and projects, and of due reminders. */
export async function todosTile(ctx: Ctx, span: TileSpan): Promise<Tile> {
  const { from, to } = span
  const countNow = sql<{ open: number; overdue: number; waiting: number }>`
    select count(*) filter (where t.state = 'OPEN')::int as open,
           count(*) filter (where t.state = 'OPEN' and coalesce(t.due, t.start) <= ${ctx.now})::int as overdue,
           count(*) filter (where t.state = 'WAITING')::int as waiting
      from ${todosAtWork(ctx, sql`t.state <> 'DONE'`)} as t`
  const countReminders = sql<{ reminders: number }>`
    select count(*)::int as reminders from ${flameInStep}
     where f.reminder_at <= ${ctx.now} and ${isOpen} and ${seen(ctx)}`
  const countProjects = sql<{ reminders: number }>`
    select count(*)::int as reminders from project p join blackboard_step s on s.id = p.step_id
     where p.reminder_at <= ${ctx.now} and ${projects.isOpen} and ${projects.seen(ctx)}`
  const countMonths = sql<{ label: string; done: number }>`
    select month.label, n.done
      from ${monthsIn(from, to)} as month, lateral (
        select count(*)::int as done from ${todoInPlace}
         where t.state = 'DONE' and t.finished >= month.begins and t.finished < month.ends
           and ${isOutsideBin} and ${seesTodo(ctx)}) as n
     where n.done > 0 order by month.label`
  const [{ rows: now }, { rows: due }, { rows: dueProjects }, { rows: months }] = await Promise.all([
    countNow.execute(ctx.db),
    countReminders.execute(ctx.db),
    countProjects.execute(ctx.db),
    countMonths.execute(ctx.db),
  ])
  return {
    figures: [
      figure('openTodos', now[0]?.open, pathTo('allOpenTodos', { state: 'OPEN' })),
      figure('overdueTodos', now[0]?.overdue, pathTo('allOpenTodos', { due: true })),
      figure('waitingTodos', now[0]?.waiting, pathTo('allOpenTodos', { state: 'WAITING' })),
      figure('dueReminders', due[0]?.reminders, pathTo('allOpenFlames', { reminder: true })),
      figure('dueProjectReminders', dueProjects[0]?.reminders, pathTo('ownDueProjects', { reminder: true })),
    ],
    tables: [
      table('todosByMonth', 'month', months, [
        {
          name: 'done',
          value: ({ done }) => done,
          link: ({ label }) => pathTo('allOpenTodos', { state: 'DONE', ...daysOfMonth(label, span) }),
        },
      ]),
    ],
  }
}
