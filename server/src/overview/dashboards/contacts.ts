import { sql } from 'kysely'
import type { Tile, TileSpan } from '#contract/overview/dashboards'
import { pathTo } from '#contract/routes'
import { startOfDay, zurich } from '../../db/days.ts'
import type { Ctx } from '../../http/context.ts'
import { daysOfMonth, figure, sumOf, table } from './tile.ts'

/** Contacts outside the bin, and groups of duplicates that nobody has decided about. */
export async function contactsTile(ctx: Ctx, span: TileSpan): Promise<Tile> {
  const { from, to } = span
  const { rows: months } = await sql<{ label: string; added: number }>`
    select to_char(date_trunc('month', ${zurich(sql`created_at`)}), 'YYYY-MM') as label, count(*)::int as added
      from contact where deleted_at is null and created_at >= ${startOfDay(from)} and created_at < ${startOfDay(to, 1)}
     group by 1 order by 1`.execute(ctx.db)
  const { rows } = await sql<{ contacts: number; duplicates: number }>`
    select (select count(*)::int from contact where deleted_at is null) as contacts,
           (select count(distinct group_id)::int from contact_duplicate_pair) as duplicates`.execute(ctx.db)
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
