import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ListQuery } from '#contract/mail/email-question'
import type { EmailSummary } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { amendPages, pagesQuery, useApiPages } from '../../../api/hooks.ts'
import { belongsTo, type ListPage } from './views.ts'

const emailPages = (query: ListQuery) =>
  [
    emailApi.list,
    (after: string | undefined) => ({ query: after === undefined ? query : { ...query, after } }),
    ({ next }: ListPage) => next ?? undefined,
  ] as const

/** Returns the query for the first page of messages. */
export const firstEmails = (query: ListQuery) => pagesQuery(...emailPages(query))

/** Loads the messages of a query, page by page. */
export function useEmailList(query: ListQuery) {
  const pages = useApiPages(...emailPages(query))
  const emails = useMemo(() => pages.data?.pages.flatMap((page) => page.emails), [pages.data])
  return { ...pages, emails }
}

/** Updates or removes a message in every cached list. Lists that lack it are reloaded, as its position is unknown. */
export function amendLists(client: QueryClient, changed: EmailSummary): void {
  amendPages(client, emailApi.list, (pages, { query = {} }) => {
    const belongs = belongsTo(query, changed)
    if (belongs && !pages.some(({ emails }) => emails.some(({ id }) => id === changed.id))) return undefined
    return pages.map((page: ListPage) => ({
      ...page,
      emails: page.emails.flatMap((one) => (one.id !== changed.id ? [one] : belongs ? [summaryOf(changed)] : [])),
    }))
  })
}

/** Removes the text, which lists do not need. */
function summaryOf(email: EmailSummary): EmailSummary {
  const { html: _, text: __, ...summary } = email as EmailSummary & { html?: string; text?: string }
  return summary
}
