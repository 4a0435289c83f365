import { mayEnter, type ScreenRoute, screens } from '#contract/routes'
import type { CurrentUser } from '#contract/users/users'

/** Of the `view` of /login, in characters. */
export const viewLength = { min: 3, max: 49 }

/** The `view` of /login when it may be followed: a path of our own, never another site, otherwise null. */
export function viewTarget(view: unknown): string | null {
  if (typeof view !== 'string' || view.length < viewLength.min || view.length > viewLength.max) return null
  return ownPath(view)
}

/** A path of our own other than /login, otherwise null. */
export function ownPath(path: string): string | null {
  if (!path.startsWith('/') || path.includes('//') || path.includes('\\') || hasControls(path)) return null
  const url = URL.parse(path, ownOrigin)
  if (url?.origin !== ownOrigin || url.pathname.startsWith('//')) return null
  return isLogin(url.pathname) ? null : path
}

const ownOrigin = 'https://own.invalid'

// a browser leaves these out before it reads an address
const hasControls = (text: string) => Array.from(text).some((sign) => sign < ' ' || sign === '\u007f')

const isLogin = (path: string) => path === screens.login.path || path.startsWith(`${screens.login.path}/`)

/** Where a user starts: the specification's place as soon as it exists, else the first screen they may enter, else null. */
export function startTarget(user: CurrentUser, routes: Readonly<Record<string, ScreenRoute>> = screens): string | null {
  const enterable = Object.values(routes)
    .filter((route) => route.roles !== 'public' && !route.path.includes('$') && mayEnter(route, user))
    .map((route) => route.path)
  const wanted = [specifiedStart(user), screens.contactSearch.path, ...enterable.filter((path) => path !== '/'), '/']
  return wanted.find((path) => enterable.includes(path)) ?? null
}

function specifiedStart({ roles }: CurrentUser): string {
  if (roles.includes('TERMIN_USER')) return '/appointmentcalendar'
  return roles.includes('ADMIN') ? '/dashboards' : '/emails'
}
