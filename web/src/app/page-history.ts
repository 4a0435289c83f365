import { createStore, useStore } from '../state/store.ts'

/** Pages behind the shown one, the latest at the end. */
export type Trail = readonly string[]

/** Returns the trail after entering a page: tasks and contacts extend it, all other pages start a new one. */
export function enter(trail: Trail, from: string | undefined, to: string): Trail {
  if (from === undefined || pathOf(from) === pathOf(to)) return trail
  if (trail.length > 0 && pathOf(trail.at(-1) ?? '') === pathOf(to)) return trail.slice(0, -1)
  if (!isTaskOrContact(to)) return []
  return isForm(pathOf(from)) ? trail : [...trail, from]
}

export type BackTo = 'task' | 'email' | 'contact' | 'overview'

export function backTo(page: string): BackTo {
  const path = pathOf(page)
  if (isTask(path)) return 'task'
  if (/^\/emails(\/|$)/.test(path)) return 'email'
  return isContact(path) ? 'contact' : 'overview'
}

const pathOf = (href: string) => href.replace(/[?#].*$/, '')
const isTask = (path: string) => /^\/(flames|projects)\/[^/]+\/./.test(path) || /^\/new-flame\//.test(path)
const isContact = (path: string) => /^\/contacts\/./.test(path)
/** Returns whether a path is a form for a new record, to which the way back does not lead. */
const isForm = (path: string) => path === '/contacts/new' || /^\/new-flame\//.test(path)
const isTaskOrContact = (href: string) => isTask(pathOf(href)) || isContact(pathOf(href))

let current: string | undefined
const behind = createStore<Trail>([])

/** Returns the shown page; undefined before the first. */
export const currentPage = () => current

export function pageEntered(to: string) {
  const trail = enter(behind.get(), current, to)
  current = to
  behind.set(trail)
}

export function forgetPages() {
  current = undefined
  behind.set([])
}

export const usePreviousPage = () => useStore(behind, (trail) => trail.at(-1))
