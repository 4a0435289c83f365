import { inBrowser } from '../../state/storage.ts'

export interface Place {
  readonly href: string
  readonly title: string
}

const most = 10
const keyOf = (userId: string) => `glut.recent.${userId}`

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && typeof (value as Place).href === 'string' && 'title' in value

/** Returns the records that the user visited last in this browser, latest first. */
export function recentPlaces(userId: string): Place[] {
  const kept = inBrowser.readJson(keyOf(userId))
  return Array.isArray(kept) ? kept.filter(isPlace).slice(0, most) : []
}

/** Stores a visit; each record is stored once, with its current title. */
export function notePlace(userId: string, place: Place): void {
  const others = recentPlaces(userId).filter(({ href }) => href !== place.href)
  inBrowser.writeJson(keyOf(userId), [place, ...others].slice(0, most))
}
