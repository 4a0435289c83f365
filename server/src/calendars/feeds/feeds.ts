import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type CalendarFeed, calendarFeedApi, type FeedSource, needsOfSource } from '#contract/calendars/feeds'
import { type AnswerOf, type BodyOf, pathOf } from '#contract/endpoint'
import { type Language, productTitle } from '#contract/limits'
import { withoutPhones } from '../../contacts/contacts.ts'
import { hashOfSecret } from '../../http/access-keys.ts'
import { type RightsRow, rightsColumns, rightsJoin, rightsOf } from '../../http/actors.ts'
import type { FileReply } from '../../http/answers.ts'
import { actorId, type Ctx, systemActor } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { assertMayChange, getAccount } from '../../users/users.ts'
import { type CalendarEvent, iCalendar } from '../icalendar/icalendar.ts'
import { type Entry, entriesOf } from './entries.ts'
import { kindWords } from './words.ts'

export async function getFeed(ctx: Ctx): Promise<CalendarFeed | null> {
  const { rows } = await sql<CalendarFeed>`
    select sources, iso(created_at) as "createdUtc", iso(date_trunc('hour', last_read_at)) as "lastReadUtc"
      from calendar_feed where user_id = ${actorId(ctx)}`.execute(ctx.db)
  return rows[0] ?? null
}

/**
 * Creates the caller's feed or replaces its address, which is shown this once: only the secret's hash is stored.
 * Errors: STALE_VERSION with the saved feed, if another one was made meanwhile.
 */
export async function makeFeed(
  ctx: Ctx,
  { sources, replaces }: BodyOf<typeof calendarFeedApi.make>,
): Promise<AnswerOf<typeof calendarFeedApi.make>> {
  const secret = randomBytes(32).toString('base64url')
  const row = { secret_hash: hashOfSecret(secret), sources: [...new Set(sources)] }
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('calendar_feed')
    .values({ user_id: actorId(ctx), ...row })
    .onConflict((before) =>
      before
        .column('user_id')
        .doUpdateSet({ ...row, created_at: sql<string>`now()`, last_read_at: null })
        .where(sql<boolean>`iso(calendar_feed.created_at) = ${replaces}`),
    )
    .executeTakeFirst()
  const feed = (await getFeed(ctx)) ?? fail('NOT_FOUND')
  if (!numInsertedOrUpdatedRows) fail('STALE_VERSION', { current: feed })
  return { feed, path: pathOf(calendarFeedApi.read, { file: `${secret}.ics` }) }
}

/** Changes the sources of the caller's feed. Errors: NOT_FOUND where there is none. */
export async function changeFeed(ctx: Ctx, { sources }: BodyOf<typeof calendarFeedApi.change>): Promise<CalendarFeed> {
  await ctx.db
    .updateTable('calendar_feed')
    .set({ sources: [...new Set(sources)] })
    .where('user_id', '=', actorId(ctx))
    .execute()
  return (await getFeed(ctx)) ?? fail('NOT_FOUND')
}

export async function revokeFeed({ db }: Pick<Ctx, 'db'>, userId: string): Promise<undefined> {
  await db.deleteFrom('calendar_feed').where('user_id', '=', userId).execute()
}

/** Revokes the feed of another user. Errors: NOT_FOUND, USER_HOLDS_MORE. */
export async function revokeFeedOf(ctx: Ctx, userId: string): Promise<undefined> {
  await assertMayChange(ctx, await getAccount(ctx, userId))
  return revokeFeed(ctx, userId)
}

// --- what a calendar program reads ---------------------------------------------------------------------------------

interface Reader extends RightsRow {
  language: Language
  sources: FeedSource[]
}

/** Returns the calendar that a feed's owner may see now. Errors: NOT_FOUND, also if the owner cannot sign in. */
export async function readFeed(ctx: Ctx, file: string): Promise<FileReply> {
  const [, secret] = /^([\w-]{43})\.ics$/.exec(file) ?? []
  const reader = secret && (await readerOf(ctx, hashOfSecret(secret)))
  if (!reader) return fail('NOT_FOUND')
  await ctx.db
    .updateTable('calendar_feed')
    .set({ last_read_at: sql`now()` })
    .where('user_id', '=', reader.id)
    .where(sql<boolean>`coalesce(last_read_at < now() - interval '1 hour', true)`)
    .execute()
  const actor = { ...systemActor(), ...rightsOf(reader), language: reader.language }
  const events: CalendarEvent[] = []
  for (const source of reader.sources.filter((one) => actor.permissions.has(needsOfSource[one]))) {
    for (const entry of await entriesOf[source]({ ...ctx, actor })) events.push(eventOf(ctx, entry, reader.language))
  }
  const content = Buffer.from(iCalendar(events, { name: `${productTitle} ${reader.username}` }))
  return {
    content,
    tag: createHash('sha256').update(content).digest('hex'),
    fileName: `${productTitle.toLowerCase()}.ics`,
    contentType: 'text/calendar; charset=utf-8',
    inline: true,
  }
}

async function readerOf({ db }: Ctx, secretHash: Buffer): Promise<Reader | undefined> {
  const { rows } = await sql<Reader>`
    select ${sql.raw(rightsColumns)}, u.language, feed.sources
      from calendar_feed feed join app_user u on u.id = feed.user_id and not u.disabled and u.deleted_at is null
      ${sql.raw(rightsJoin)}
     where feed.secret_hash = ${secretHash} group by u.id, feed.user_id`.execute(db)
  return rows[0]
}

const halfHourMs = 1_800_000
const dayMs = 86_400_000

/** Returns the event of an entry; always the same one for an unchanged entry, so that its ETag stays the same. */
function eventOf({ services }: Ctx, entry: Entry, language: Language): CalendarEvent {
  const { id, kind, at, day, until, place, sequence, changedAt, path } = entry
  const base = services.config.publicUrl
  const words = [...new Set([entry.title, entry.about])].map(withoutNumbers).filter(Boolean)
  const shown = kind === 'APPOINTMENT' && words.length > 0 ? [] : [kindWords[language][kind]]
  const end = until ?? new Date(Date.parse(at) + halfHourMs).toISOString()
  return {
    uid: `${id}-${kind.toLowerCase()}@${base?.hostname ?? 'glut'}`,
    sequence,
    stamp: new Date(changedAt),
    start: day && !until ? day : at,
    end: day && !until ? new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10) : end,
    title: [...shown, words.join(', ')].filter(Boolean).join(': '),
    place: withoutNumbers(place),
    ...(base ? { url: new URL(path, base).href } : {}),
  }
}

/** Removes phone numbers and e-mail addresses from a text, because a calendar is stored by its provider. */
const withoutNumbers = (text: string): string =>
  withoutPhones(text.replace(/[^\s<>(),;]+/g, (word) => (/[^@]@[^@]/.test(word) ? '…' : word)))
