import type { AnyRouter } from '@tanstack/react-router'

/** Milliseconds of hover or focus on a link before its screen is fetched. */
const restMs = 60

/** Calls `fetch` with the address of a link that is hovered or focused; returns a function that stops it. */
export function followRest(fetch: (href: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: string | undefined
  function note({ target }: Event) {
    const way = target instanceof Element ? target.closest('a[href^="/"], [data-href]') : null
    const href = way?.getAttribute('data-href') ?? way?.getAttribute('href') ?? undefined
    if (href === last) return
    last = href
    clearTimeout(timer)
    if (href) timer = setTimeout(() => fetch(href), restMs)
  }
  document.addEventListener('pointerover', note, { passive: true })
  document.addEventListener('focusin', note)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('pointerover', note)
    document.removeEventListener('focusin', note)
  }
}

/** Fetches the code, texts and first data of the screen at an address. */
export function fetchAhead(router: AnyRouter, href: string): void {
  const { pathname, search } = new URL(href, location.origin)
  if (pathname === router.state.location.pathname) return
  const [matched, params, found] = router.getMatchedRoutes(pathname)
  if (!found?.options.staticData?.screen) return
  for (const route of matched) void router.loadRouteChunk(route)?.catch(() => undefined)
  void Promise.resolve(found.options.loader?.({ params, location: { searchStr: search } })).catch(() => undefined)
}
