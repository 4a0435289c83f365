import { expect as expectValue } from 'vitest'
import { eventually, isVisible, Locator, normal } from './locator.ts'
import { Page } from './page.ts'

type Words = string | RegExp

/** Assertions on a locator with Playwright's names; they are retried until they hold. */
const ofLocator = (locator: Locator) => ({
  toBeVisible: () => isVisible(locator.one()),
  toBeHidden: () => !locator.elements().some(isVisible),
  toBeAttached: () => locator.elements().length > 0,
  toBeFocused: () => document.activeElement === locator.one(),
  toBeChecked: () =>
    (locator.one() as HTMLInputElement).checked || locator.one().getAttribute('aria-checked') === 'true',
  toBeDisabled: () => isDisabled(locator.one()),
  toBeEnabled: () => !isDisabled(locator.one()),
  toBeEditable: () => !locator.one().hasAttribute('readonly') && !isDisabled(locator.one()),
  toHaveCount: (count: number) => locator.elements().length === count,
  toHaveValue: (value: Words) => same((locator.one() as HTMLInputElement).value, value),
  toHaveAttribute: (name: string, value?: Words) => {
    const found = locator.one().getAttribute(name)
    return value === undefined ? found !== null : found !== null && same(found, value)
  },
  toHaveJSProperty: (name: string, value: unknown) => Reflect.get(locator.one(), name) === value,
  toHaveText: (words: Words | Words[]) => texts(locator, words, true),
  toContainText: (words: Words | Words[]) => texts(locator, words, false),
})

const isDisabled = (element: Element) =>
  (element as HTMLButtonElement).disabled || element.getAttribute('aria-disabled') === 'true'
const same = (found: string, wanted: Words) => (wanted instanceof RegExp ? wanted.test(found) : found === wanted)

function texts(locator: Locator, wanted: Words | Words[], whole: boolean): boolean {
  const fits = (found: string, words: Words) =>
    words instanceof RegExp ? words.test(found) : whole ? found === normal(words) : found.includes(normal(words))
  if (!Array.isArray(wanted)) return fits(normal(locator.one().textContent), wanted)
  const found = locator.elements().map(({ textContent }) => normal(textContent))
  if (whole) return found.length === wanted.length && found.every((text, at) => fits(text, wanted[at] ?? ''))
  // in this order, with others in between
  let next = 0
  for (const text of found) if (next < wanted.length && fits(text, wanted[next] ?? '')) next += 1
  return next === wanted.length
}

const ofPage = () => ({
  toHaveURL: (wanted: Words) =>
    wanted instanceof RegExp ? wanted.test(location.href) : location.href === new URL(wanted, location.href).href,
})

type Checks = Record<string, (...wanted: never[]) => boolean>
type Promised<All extends Checks> = { [Name in keyof All]: (...wanted: Parameters<All[Name]>) => Promise<void> }
type Both<All extends Checks> = Promised<All> & { not: Promised<All> }

function waiting<All extends Checks>(checks: All, what: string, isNot = false): Promised<All> {
  const waitFor =
    (name: string, check: Checks[string]) =>
    async (...wanted: never[]) => {
      await eventually(() => {
        if (check(...wanted) === isNot) throw new Error(`${what} ${isNot ? 'not ' : ''}${name} ${wanted.join(', ')}`)
      })
    }
  const all = Object.entries(checks).map(([name, check]) => [name, waitFor(name, check)])
  return Object.fromEntries(all) as Promised<All>
}
const both = <All extends Checks>(checks: All, what: string): Both<All> => ({
  ...waiting(checks, what),
  not: waiting(checks, what, true),
})

export function expect(page: Page): Both<ReturnType<typeof ofPage>>
export function expect(locator: Locator): Both<ReturnType<typeof ofLocator>>
export function expect<Value>(value: Value, message?: string): ReturnType<typeof expectValue<Value>>
export function expect(what: unknown, message?: string): unknown {
  if (what instanceof Page) return both(ofPage(), location.href)
  if (what instanceof Locator) return both(ofLocator(what), String(what))
  return expectValue(what, message)
}
expect.poll = <Value>(look: () => Value | Promise<Value>) => expectValue.poll(look, { timeout: 60_000, interval: 20 })
