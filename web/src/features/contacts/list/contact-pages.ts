import { askedContacts } from '#contract/asked/contacts'
import { contactApi } from '#contract/contacts/contacts'
import type { InputOf } from '#contract/endpoint'
import { pagesQuery } from '../../../api/hooks.ts'

type Search = InputOf<typeof contactApi.search>['body']

/** Returns the arguments for a paged query of contacts. */
export const contactPages = (search: Search) =>
  [
    contactApi.search,
    (page: number | undefined) => ({ body: { ...search, page } }),
    ({ more }: { more: boolean }, pages: readonly unknown[]) => (more ? pages.length + 1 : undefined),
  ] as const

/** Returns the query for the first page, with the filters of the URL. */
export const firstContacts = (address: Parameters<typeof askedContacts>[0]) =>
  pagesQuery(...contactPages(askedContacts(address)))
