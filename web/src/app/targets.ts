import { mayEnter, type ScreenRoute, screens } from '#contract/routes'
import type { CurrentUser } from '#contract/users/users'

/** Length of `view` at /login, in characters. */
export const viewLength = { min: 3, max: 49 }

/**
 * Returns the `view` of /login if it is a path of this product, otherwise null, so that it never leads to another site.
 */
export function viewTarget(view: unknown): string | null {
  if (typeof view !== 'string' || view.length < viewLength.min || view.length > viewLength.max) return null
  return ownPath(view)
}

/** Returns the path if it belongs to this product and is not /login, otherwise null. */
export function ownPath(path: string): string | null {
  if (!path.startsWith('/') || path.includes('//') || path.includes('\\') || hasControls(path)) return null
  const url = URL.parse(path, ownOrigin)
  if (url?.origin !== ownOrigin || url.pathname.startsWith('//')) return null
  return isLogin(url.pathname) ? null : path
}

const ownOrigin = 'https://own.invalid'

// browsers remove control characters before they parse an address
const hasControls = (text: string) => Array.from(text).some((sign) => sign < ' ' || sign === '\u007f')

const isLogin = (path: string) => path === screens.login.path || path.startsWith(`${screens.login.path}/`)

/** Returns the start page of a user: the specified one if permitted, otherwise another permitted screen, or null. */
export function startTarget(user: CurrentUser, routes: Readonly<Record<string, ScreenRoute>> = screens): string | null {
  const enterable = Object.values(routes)
    .filter((route) => route.roles !== 'public' && !route.path.includes('$') && mayEnter(route, user))
    .map((route) => route.path)
  const others = enterable.filter((path) => !lastly.includes(path))
  const wanted = [specifiedStart(user), ...firstly, ...others, ...lastly]
  return wanted.find((path) => enterable.includes(path)) ?? null
}

/** Screens that a day begins with. */
const firstly = (
  ['contactSearch', 'flames', 'projects', 'ownToDos', 'appointmentCalendar', 'dashboards', 'moreAdminMenu'] as const
).map((name) => screens[name].path)
/** Screens that everybody may enter and nobody works on. */
const lastly: readonly string[] = [screens.ownUserConfiguration.path, screens.search.path, screens.start.path]

function specifiedStart({ roles }: CurrentUser): string {
  if (roles.includes('TERMIN_USER')) return '/appointmentcalendar'
  return roles.includes('ADMIN') ? '/dashboards' : '/emails'
}
