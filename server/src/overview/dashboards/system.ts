import { sql } from 'kysely'
import type { Tile, TileSpan } from '#contract/overview/dashboards'
import { pathTo } from '#contract/routes'
import type { Ctx } from '../../http/context.ts'
import { figure, table } from './tile.ts'

interface Now {
  quarantine: number
  waitingJobs: number
  failedJobs: number
  files: number
}

/** Whether the product itself is well. A job that failed is one that was tried as often as it may be. */
export async function systemTile(ctx: Ctx, _: TileSpan): Promise<Tile> {
  const { rows: mailboxes } = await sql<{ label: string; broken: boolean; failures: number; quarantine: number }>`
    select m.title as label, coalesce(s.state in ('ERROR', 'AUTH_ERROR'), false) as broken, coalesce(s.failures, 0) as failures,
           (select count(*)::int from mail_quarantine q where q.mailbox_id = m.id) as quarantine
      from mailbox m left join mailbox_status s on s.mailbox_id = m.id
     where m.deleted_at is null order by fold(m.title), m.id`.execute(ctx.db)
  const { rows } = await sql<Now>`
    select (select count(*)::int from mail_quarantine) as quarantine,
           (select count(*)::int from graphile_worker.jobs where attempts < max_attempts) as "waitingJobs",
           (select count(*)::int from graphile_worker.jobs where attempts >= max_attempts) as "failedJobs",
           (select count(*)::int from stored_file) as files`.execute(ctx.db)
  const link = pathTo('mailboxes')
  return {
    figures: [
      figure('mailboxes', mailboxes.length, link),
      figure('brokenMailboxes', mailboxes.filter(({ broken }) => broken).length, link),
      figure('quarantine', rows[0]?.quarantine, link),
      figure('waitingJobs', rows[0]?.waitingJobs, pathTo('system', { view: 'WAITING' })),
      figure('failedJobs', rows[0]?.failedJobs, pathTo('system', { view: 'FAILED' })),
      figure('files', rows[0]?.files, pathTo('system', { view: 'FILES' })),
    ],
    tables: [
      table('mailboxStates', 'text', mailboxes, [
        { name: 'failures', value: ({ failures }) => failures, link: () => link },
      ]),
    ],
  }
}
