import { inBrowser } from '../../state/storage.ts'

export interface Place {
  readonly href: string
  readonly title: string
}

const most = 10
const keyOf = (userId: string) => `glut.recent.${userId}`

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && typeof (value as Place).href === 'string' && 'title' in value

/** The records that somebody was at last in this browser, the latest first. */
export function recentPlaces(userId: string): Place[] {
  const kept = inBrowser.readJson(keyOf(userId))
  return Array.isArray(kept) ? kept.filter(isPlace).slice(0, most) : []
}

/** Keeps that somebody was there; a place stands once, under what it is called now. */
export function notePlace(userId: string, place: Place): void {
  const others = recentPlaces(userId).filter(({ href }) => href !== place.href)
  inBrowser.writeJson(keyOf(userId), [place, ...others].slice(0, most))
}
