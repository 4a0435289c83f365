import { createStore, useStore } from '../state/store.ts'

/** The pages that lie behind the one on the screen, the last of them at the end. */
export type Trail = readonly string[]

/** What entering a page does to the pages behind it: all but those of a task or a contact start over. */
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
/** The forms of what does not exist yet: once it is made, the way back does not lead to them. */
const isForm = (path: string) => path === '/contacts/new' || /^\/new-flame\//.test(path)
const isTaskOrContact = (href: string) => isTask(pathOf(href)) || isContact(pathOf(href))

let current: string | undefined
const behind = createStore<Trail>([])

/** The page on the screen; undefined before the first. */
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
