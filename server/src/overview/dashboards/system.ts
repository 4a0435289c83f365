import { sql } from 'kysely'
import type { Tile, TileSpan } from '#contract/overview/dashboards'
import { pathTo } from '#contract/routes'
import type { Ctx } from '../../http/context.ts'
import { figure, sumOf, table } from './tile.ts'

interface Now {
  mailboxes: { id: string; label: string; broken: boolean; failures: number; quarantined: number }[]
  waitingJobs: number
  failedJobs: number
  files: number
}

/** Returns figures of the state of the product. A failed job is one that used up its attempts. */
export async function systemTile(ctx: Ctx, _: TileSpan): Promise<Tile> {
  const { rows } = await sql<Now>`
    select array(
             select json_build_object('id', m.id, 'label', m.title, 'failures', coalesce(s.failures, 0),
                                      'broken', m.active and coalesce(s.state in ('ERROR', 'AUTH_ERROR'), false),
                                      'quarantined', (select count(*) from mail_quarantine q where q.mailbox_id = m.id))
               from mailbox m left join mailbox_status s on s.mailbox_id = m.id
              where m.deleted_at is null order by fold(m.title), m.id) as mailboxes,
           jobs.*, (select count(*)::int from stored_file) as files
      from (select count(*) filter (where attempts < max_attempts)::int as "waitingJobs",
                   count(*) filter (where attempts >= max_attempts)::int as "failedJobs" from graphile_worker.jobs) as jobs`.execute(
    ctx.db,
  )
  const mailboxes = rows[0]?.mailboxes ?? []
  return {
    figures: [
      figure('mailboxes', mailboxes.length, pathTo('mailboxes')),
      figure(
        'brokenMailboxes',
        mailboxes.filter(({ broken }) => broken).length,
        pathTo('mailboxes', { trouble: 'BROKEN' }),
      ),
      figure(
        'quarantine',
        sumOf(mailboxes, ({ quarantined }) => quarantined),
        pathTo('mailboxes', { trouble: 'QUARANTINE' }),
      ),
      figure('waitingJobs', rows[0]?.waitingJobs, pathTo('system', { view: 'WAITING' })),
      figure('failedJobs', rows[0]?.failedJobs, pathTo('system', { view: 'FAILED' })),
      figure('files', rows[0]?.files, pathTo('system', { view: 'FILES' })),
    ],
    tables: [
      table('mailboxStates', 'text', mailboxes, [
        { name: 'failures', value: ({ failures }) => failures, link: ({ id }) => pathTo('mailboxes', { mailbox: id }) },
      ]),
    ],
  }
}
