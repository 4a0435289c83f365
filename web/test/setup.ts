import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { loadTexts, startI18n } from '../src/i18n/i18n.ts'
import { setCurrentUser } from '../src/session/session.ts'
import { dismiss, notify } from '../src/ui/notices/snackbar.ts'
import '../src/theme/looks.css'

// patience on a busy machine
configure({ asyncUtilTimeout: 30_000 })

// jsdom lays nothing out: the virtualised lists need a viewport to know which rows are in sight
for (const [name, size] of Object.entries({ clientHeight: 600, clientWidth: 1200 })) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size })
}
Element.prototype.scrollTo ??= () => undefined
class NothingToSee {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Object.assign(window, { ResizeObserver: NothingToSee, IntersectionObserver: NothingToSee })
window.matchMedia ??= (query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList

// Each file begins as a page of its own, though it shares the modules of the one before.
setCurrentUser(null)
sessionStorage.clear()

const complaints: unknown[][] = []

beforeAll(async () => {
  await startI18n('DE')
  await loadTexts('ui')
})

beforeEach(() => {
  complaints.length = 0
  localStorage.clear()
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...args) => complaints.push(args))
  }
})

afterEach(() => {
  cleanup()
  for (let id = notify(''); id > 0; id -= 1) dismiss(id)
  expect(complaints, 'nothing may be written to console.error or console.warn').toEqual([])
})
