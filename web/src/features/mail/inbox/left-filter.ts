import { z } from 'zod'
import { urlOf } from '#contract/endpoint'
import { askedLast, type Filter, queryOf, usualFilter, views } from '#contract/mail/email-question'
import { emailApi } from '#contract/mail/inbox'
import { inBrowser, inTab } from '../../../state/storage.ts'

const Left = z.object({
  view: z.enum(views),
  important: z.boolean(),
  mailbox: z.string().nullable(),
  text: z.string(),
})
const keyOf = (userId: string) => `glut.emails.${userId}`

/** Returns the last filter of a user: the owner from this browser, all else from this tab. */
export function leftFilter(userId: string): Filter {
  const left = Left.safeParse(inTab.readJson(keyOf(userId))).data
  return { ...usualFilter, owner: inBrowser.read(keyOf(userId)) ?? usualFilter.owner, ...left }
}

export function leave(userId: string, filter: Filter, changed: Partial<Filter>): void {
  const { view, important, mailbox, text, contact, arrived } = filter
  if (changed.owner !== undefined) inBrowser.write(keyOf(userId), changed.owner)
  // filters of a URL are not stored
  if (!contact && !arrived) inTab.writeJson(keyOf(userId), { view, important, mailbox, text })
}

/** Stores the initial query, so that the next page load can send it before it knows the user. */
export function tellNextPage(userId: string): void {
  const left = leftFilter(userId)
  inTab.write(askedLast, questionOf(left))
  inBrowser.write(askedLast, questionOf({ ...usualFilter, owner: left.owner }))
}

const questionOf = (filter: Filter) => urlOf(emailApi.list, {}, queryOf(filter)).split('?')[1] ?? ''
