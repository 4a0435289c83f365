import { askedContacts } from '#contract/asked/contacts'
import { contactApi } from '#contract/contacts/contacts'
import type { InputOf } from '#contract/endpoint'
import { pagesQuery } from '../../../api/hooks.ts'

type Search = InputOf<typeof contactApi.search>['body']

/** The question of the list of contacts, page by page. */
export const contactPages = (search: Search) =>
  [
    contactApi.search,
    (page: number | undefined) => ({ body: { ...search, page } }),
    ({ more }: { more: boolean }, pages: readonly unknown[]) => (more ? pages.length + 1 : undefined),
  ] as const

/** Its first page, before anything is searched for but what the address asks for. */
export const firstContacts = (address: Parameters<typeof askedContacts>[0]) =>
  pagesQuery(...contactPages(askedContacts(address)))
