import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { hitsOfType, omnisearchApi, type SearchHit, type SearchType, searchTypes } from '#contract/overview/omnisearch'
import { mayEnter, pathTo, screens } from '#contract/routes'
import type { CurrentUser } from '#contract/users/users'
import { apiQuery } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { finder } from '../../ui/text/find.ts'
import { navigationOf } from '../navigation.ts'
import { type Option, useContactActions } from './contact-actions.ts'
import { countText } from './count-text.ts'
import { hitPlace } from './hit-place.ts'
import { recentPlaces } from './recent.ts'
import { restBehind } from './rest-behind.ts'
import { foundText } from './shown-hit.ts'

export interface OptionGroup {
  readonly name: SearchType | 'recent' | 'actions' | 'pages' | 'all'
  readonly options: readonly Option[]
}

/** Returns the options: without input the last records, otherwise hits, actions for them, and pages. */
export function useOptions(user: CurrentUser, typed: string, asked: string) {
  const { t } = useTranslation(['search', 'shell'])
  const contactActions = useContactActions()
  const search = useQuery({
    ...apiQuery(omnisearchApi.page, { query: { searchTerm: asked, ofEach: hitsOfType.box } }, { quiet: true }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  const named = contactActions.named(asked)
  const people = useQuery({
    ...apiQuery(
      omnisearchApi.search,
      { query: { searchTerm: named?.whom ?? '', searchType: 'CONTACT', limit: hitsOfType.box } },
      { quiet: true },
    ),
    enabled: named !== null,
  })
  const begun = named?.forAll(people.data ?? []) ?? []
  const groups: OptionGroup[] = [{ name: 'actions', options: begun }]
  const words = typed.split(/\s+/).filter(Boolean).map(finder)
  const fits = (title: string) => words.every((holds) => holds(title))
  if (words.length === 0) {
    const options = recentPlaces(user.id).map(({ href, title }) => ({ key: href, href, title }))
    groups.push({ name: 'recent', options })
  }
  const { hits, counts } = (asked === '' ? undefined : search.data) ?? { hits: [], counts: [] }
  const byType = Map.groupBy(hits, ({ searchType }) => searchType)
  // the type of the best hit comes first
  const order = [...new Set([...hits.map(({ searchType }) => searchType), ...searchTypes])]
  for (const type of order) {
    const found = byType.get(type) ?? []
    const options: Option[] = found.map((hit) => optionOf(hit, asked))
    const count = counts.find(({ searchType }) => searchType === type)
    if (count && (count.more || count.count > found.length)) {
      const title = t('more', { kind: t(`kind.${type}`), number: countText(count) })
      options.push({ key: `all ${type}`, title, href: pathTo('search', { term: asked, type }) })
    }
    groups.push({ name: type, options })
  }
  if (words.length > 0) {
    const whoIsNew = restBehind(t('action.contact'), typed) ?? typed.trim()
    const actions = [
      { screen: 'newContact', title: t('action.contact'), href: pathTo('newContact') },
      {
        screen: 'newContact',
        title: t('action.contactNamed', { name: whoIsNew }),
        href: pathTo('newContact', { surname: whoIsNew }),
        always: !contactActions.named(typed) && /^\p{L}[\p{L}\s'-]+$/u.test(whoIsNew),
      },
    ] as const
    groups.push({
      name: 'pages',
      options: navigationOf(user)
        .flatMap(({ entries }) => entries)
        .map(({ screen }) => ({ key: screen, title: t(`shell:screen.${screen}`), href: screens[screen].path }))
        .filter(({ title }) => fits(title)),
    })
    groups.push({
      name: 'actions',
      options: [
        ...(begun.length > 0 ? [] : contactActions.forFound(hits)),
        ...contactActions.beginning(fits),
        ...actions
          .filter((one) => mayEnter(screens[one.screen], user) && ('always' in one ? one.always : fits(one.title)))
          .map(({ title, href }) => ({ key: href, title, href })),
      ],
    })
    const term = typed.trim()
    groups.push({
      name: 'all',
      options: [{ key: 'all', title: t('allHits', { term }), href: pathTo('search', { term }) }],
    })
  }
  return {
    groups: groups.filter(({ options }) => options.length > 0),
    isFound: hits.length > 0 || begun.length > 0,
    isSearching: asked !== '' && (search.isFetching || people.isFetching),
    error: asked === '' ? null : (search.error ?? people.error),
    isSettled:
      asked === '' ||
      begun.length > 0 ||
      (search.isSuccess && !search.isPlaceholderData && (named === null || people.isSuccess)),
    retry: () => Promise.all([search.refetch(), ...(named ? [people.refetch()] : [])]),
  }
}

function optionOf(hit: SearchHit, asked: string): Option {
  const { id, title, searchType, address } = hit
  const found = foundText(hit)
  return {
    key: `${searchType} ${id}`,
    // a hit without a title shows the matched text
    title: title || found,
    text: found === title ? (address ?? '') : found,
    // a hit without an address for this user leads to the list of hits
    href: hitPlace(hit) ?? pathTo('search', { term: asked, type: searchType }),
  }
}
