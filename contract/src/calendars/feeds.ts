import { z } from 'zod'
import { ById, Done, endpoint, fileAnswer, Instant } from '../endpoint.ts'
import type { Permission } from '../permissions.ts'

export const feedSources = ['APPOINTMENTS', 'PICKUPS', 'FLAMES', 'PROJECTS', 'TODOS'] as const
export type FeedSource = (typeof feedSources)[number]

/** Permission that a user needs to have a source in the calendar. */
export const needsOfSource: Record<FeedSource, Permission> = {
  APPOINTMENTS: 'ENCOUNTER_READ',
  PICKUPS: 'FLAME_READ',
  FLAMES: 'FLAME_READ',
  PROJECTS: 'PROJECT_READ',
  TODOS: 'TODO_READ',
}

/** Span of a feed in days, and largest number of entries per source; the entries nearest to today are kept. */
export const feedLimits = { daysBack: 92, daysAhead: 366, eachSource: 1000 } as const

export const CalendarFeed = z.object({
  sources: z.array(z.enum(feedSources)),
  createdUtc: Instant,
  /** Rounded down to the hour. */
  lastReadUtc: Instant.nullable(),
})
export type CalendarFeed = z.output<typeof CalendarFeed>

const chosen = z.object({ sources: z.array(z.enum(feedSources)).min(1).max(10) })
const path = '/api/calendar-feed'

export const calendarFeedApi = {
  get: endpoint({
    method: 'GET',
    path,
    allow: 'session',
    summary: 'The feed under which a calendar program reads what the caller has to do; null without one',
    shows: ['preference'],
    response: z.object({ feed: CalendarFeed.nullable() }),
  }),
  make: endpoint({
    method: 'POST',
    path,
    allow: 'session',
    summary: 'Make the caller’s feed, whose address is answered this once; an address of before leads nowhere any more',
    /** `replaces`: `createdUtc` of the feed that the caller knows of, null for none. */
    body: chosen.extend({ replaces: Instant.nullable() }),
    response: z.object({ feed: CalendarFeed, path: z.string() }),
  }),
  change: endpoint({
    method: 'PUT',
    path,
    allow: 'session',
    summary: 'Choose what the caller’s feed holds; its address stays',
    body: chosen,
    response: CalendarFeed,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path,
    allow: 'session',
    summary: 'Revoke the caller’s feed: its address leads nowhere any more',
    response: Done,
  }),
  revokeOf: endpoint({
    method: 'DELETE',
    path: '/api/users/:id/calendar-feed',
    allow: 'USER_MODIFY',
    summary: 'Revoke the feed of a user, if there is one',
    params: ById,
    response: Done,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/calendar-feeds/:file',
    allow: 'public',
    head: true,
    perMinute: 120,
    summary: 'What a feed holds, as iCalendar; its address is the secret',
    shows: [],
    params: z.object({ file: z.string().max(200) }),
    response: fileAnswer('text/calendar; charset=utf-8'),
  }),
}
