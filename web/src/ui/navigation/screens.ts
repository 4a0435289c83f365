import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type PathParams, pathTo, type ScreenName, type SearchName, screens, type Towards } from '#contract/routes'

interface How {
  /** Replaces the current history entry. */
  replace?: boolean
}

/** Returns a function that navigates to a screen: `go('contact', { id })`. */
export function useGo() {
  const navigate = useNavigate()
  return useCallback(
    <Name extends ScreenName>(name: Name, ...[params, how]: Towards<Name, [how?: How]>) =>
      void navigate({ href: pathTo<ScreenName>(name, params as never), replace: how?.replace ?? false }),
    [navigate],
  )
}

/** Returns a function that navigates back without asking about unsaved input; ask before you call it. */
export function useGoBack() {
  const { history } = useRouter()
  return useCallback(() => history.back({ ignoreBlocker: true }), [history])
}

type KeysOf<Union> = Union extends unknown ? keyof Union : never
type Read<Name extends ScreenName> = { readonly [Key in keyof PathParams<Name>]: string } & {
  readonly [Key in Exclude<KeysOf<PathParams<Name>> | SearchName<Name>, keyof PathParams<Name>>]?: string
}

/** Returns the parameters of the URL: `useScreenParams('contact').id`. A page of several screens names all of them. */
export function useScreenParams<Name extends ScreenName>(...names: Name[]): Read<Name> {
  const inPath: Record<string, unknown> = useParams({ strict: false })
  const inSearch: Record<string, unknown> = useSearch({ strict: false })
  const key = names.join()
  return useMemo(() => {
    const known = (key.split(',') as ScreenName[]).flatMap((name): readonly string[] => screens[name].search)
    const given = known.flatMap((name) => {
      const value = inSearch[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    })
    return { ...Object.fromEntries(given), ...inPath } as Read<Name>
  }, [key, inPath, inSearch])
}
