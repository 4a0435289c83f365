import { sql } from 'kysely'
import type { Tile, TileSpan } from '#contract/overview/dashboards'
import { pathTo } from '#contract/routes'
import { countOfGroups } from '../../contacts/duplicates/duplicates.ts'
import { monthsIn } from '../../db/days.ts'
import type { Ctx } from '../../http/context.ts'
import { daysOfMonth, figure, sumOf, table } from './tile.ts'

/** Returns figures of the contacts outside the bin and of the open groups of duplicates. */
export async function contactsTile(ctx: Ctx, span: TileSpan): Promise<Tile> {
  const { from, to } = span
  const countMonths = sql<{ label: string; added: number }>`
    select month.label, n.added
      from ${monthsIn(from, to)} as month, lateral (
        select count(*)::int as added from contact
         where deleted_at is null and created_at >= month.begins and created_at < month.ends) as n
     where n.added > 0 order by month.label`
  const countNow = sql<{ contacts: number; duplicates: number }>`
    select (select count(*)::int from contact where deleted_at is null) as contacts,
           ${countOfGroups} as duplicates`
  const [{ rows: months }, { rows }] = await Promise.all([countMonths.execute(ctx.db), countNow.execute(ctx.db)])
  return {
    figures: [
      figure('contacts', rows[0]?.contacts, pathTo('contacts')),
      figure(
        'newContacts',
        sumOf(months, ({ added }) => added),
        pathTo('contacts', { since: from, until: to }),
      ),
      figure('duplicates', rows[0]?.duplicates, pathTo('duplicateContacts')),
    ],
    tables: [
      table('contactsByMonth', 'month', months, [
        {
          name: 'added',
          value: ({ added }) => added,
          link: ({ label }) => pathTo('contacts', daysOfMonth(label, span)),
        },
      ]),
    ],
  }
}
