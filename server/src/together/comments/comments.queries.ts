import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Comment, UpstreamType } from '#contract/together/comments'
import type { DB } from '../../db/schema.ts'

/** Column that references what a comment belongs to, by kind. */
export const upstreamColumns = {
  CONTACT: 'contact_id',
  EMAIL: 'email_id',
  PROJECT: 'project_id',
} as const satisfies Record<UpstreamType, keyof DB['comment']>
const kind = sql`case ${sql.join(
  Object.entries(upstreamColumns).map(
    ([type, column]) => sql`when m.${sql.ref(column)} is not null then ${sql.lit(type)}`,
  ),
  sql` `,
)} end`

const comment = sql`
  m.id, m.version, ${kind} as "commentFor", m.upstream_id as "upstreamRef", m.answer_to as "answerTo",
  case when u.id is not null then jsonb_build_object('id', u.id, 'username', u.username) end as author,
  case when m.deleted_at is null then m.text else '' end as text,
  case when m.deleted_at is null then coalesce((
    select jsonb_agg(jsonb_build_object('userRef', n.user_id, 'written', n.written) order by n.written)
      from comment_mention n where n.comment_id = m.id), '[]') else '[]' end as mentions,
  iso(m.created_at) as created, iso(m.updated_at) as updated, m.deleted_at is not null as deleted`
const source = sql`comment m left join app_user u on u.id = m.author_id`

/**
 * Returns the comments on a record, and deleted ones that still have answers, the oldest first. With `top`, returns
 * only that many from the top of the screen, but at least all down to the comment `upTo`.
 */
export async function selectThread(
  db: Kysely<DB>,
  upstreamId: string,
  { top, upTo }: { top?: number; upTo?: string },
): Promise<Comment[]> {
  const { rows } = await sql<Comment>`
    with recursive shown as (
      select id, answer_to from comment where upstream_id = ${upstreamId} and deleted_at is null
      union select above.id, above.answer_to from comment above join shown s on s.answer_to = above.id
    ), thread as (
      select id, id as first from shown where answer_to is null
      union all select s.id, t.first from shown s join thread t on s.answer_to = t.id
    ), placed as (
      select t.id, row_number() over (order by first.created_at desc, first.id desc, m.created_at, m.id) as place
        from thread t join comment first on first.id = t.first join comment m on m.id = t.id
    )
    select ${comment} from ${source} join placed p on p.id = m.id
     where ${top ?? null}::int is null
        or p.place <= greatest(${top ?? null}::int, (select place from placed where id = ${upTo ?? null}))
     order by m.created_at, m.id`.execute(db)
  return rows
}

export async function countComments(db: Kysely<DB>, upstreamId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from comment where upstream_id = ${upstreamId} and deleted_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

export async function selectComment(
  db: Kysely<DB>,
  id: string,
  which: RawBuilder<unknown> = sql`m.deleted_at is null`,
): Promise<Comment | undefined> {
  const { rows } = await sql<Comment>`select ${comment} from ${source} where m.id = ${id} and ${which}`.execute(db)
  return rows[0]
}
