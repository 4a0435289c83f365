import { sql } from 'kysely'
import type { Ctx } from '../../http/context.ts'

interface User {
  readonly id: string
  readonly username: string
}

/** Returns the users that a text mentions by `@username`, ignoring case; the longest matching name wins. */
export function mentionsIn(text: string, users: readonly User[]): { userId: string; written: string }[] {
  const longestFirst = users.toSorted((a, b) => b.username.length - a.username.length)
  const found = new Map<string, string>()
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}])@/gu)) {
    const rest = text.slice(index + 1)
    const user = longestFirst.find(({ username }) => begins(rest, username))
    if (user && !found.has(user.id)) found.set(user.id, `@${rest.slice(0, user.username.length)}`)
  }
  return [...found].map(([userId, written]) => ({ userId, written }))
}

const begins = (text: string, username: string) =>
  text.slice(0, username.length).toLowerCase() === username.toLowerCase() &&
  !/^[\p{L}\p{N}_]/u.test(text.slice(username.length))

/** Stores the mentions of a comment; users who cannot sign in are ignored. */
export async function keepMentions(ctx: Ctx, commentId: string, text: string): Promise<void> {
  const users = await ctx.db
    .selectFrom('app_user')
    .select(['id', 'username'])
    .where('deleted_at', 'is', null)
    .where('disabled', '=', false)
    .execute()
  const mentions = JSON.stringify(mentionsIn(text, users))
  await ctx.db.deleteFrom('comment_mention').where('comment_id', '=', commentId).execute()
  await sql`
    insert into comment_mention (comment_id, user_id, written)
    select ${commentId}, "userId", written
      from json_to_recordset(${mentions}::json) as named ("userId" uuid, written text)`.execute(ctx.db)
}
