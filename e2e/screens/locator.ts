import {
  type ByRoleMatcher,
  type ByRoleOptions,
  fireEvent,
  queryAllByLabelText,
  queryAllByRole,
} from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import type { UploadedFile } from './forms.ts'

export const user = userEvent.setup({ delay: null, pointerEventsCheck: 0, skipHover: true })

/** Milliseconds to wait for an expected state; it is checked again when the page changes and after every pause. */
const patience = 60_000
const pause = 200

const changed = () =>
  new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => done())
    const timer = setTimeout(() => done(), pause)
    const done = () => {
      observer.disconnect()
      clearTimeout(timer)
      resolve()
    }
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  })

/** Waits until the app has drawn everything pending: no user presses the next key sooner. */
export async function drawn(): Promise<void> {
  let isStill = false
  const observer = new MutationObserver(() => {
    isStill = false
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  for (let turns = 0; turns < 20 && !isStill; turns++) {
    isStill = true
    for (let turn = 0; turn < 3; turn++) await new Promise((next) => setTimeout(next, 1))
  }
  observer.disconnect()
}

/** Retries until `attempt` does not throw; the last error includes the text of the page. */
export async function eventually<Result>(attempt: () => Result | Promise<Result>, timeout = patience): Promise<Result> {
  const deadline = performance.now() + timeout
  for (;;) {
    const begun = performance.now()
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > deadline) throw new Error(`${(error as Error).message}. ${seen()}`, { cause: error })
    }
    const took = performance.now() - begun
    await changed()
    // a page being drawn changes faster than it can be searched, so most of the time is left to drawing
    await new Promise((next) => before.setTimeout(next, Math.min(20 + 2 * took, 100)))
  }
}

type Words = string | RegExp
interface Exact {
  exact?: boolean
}
interface Filter {
  hasText?: Words
  hasNotText?: Words
  has?: Locator
}

export const normal = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Returns the pattern for a text as Playwright compares it: a part of the text in any case, unless `exact`. */
const wordsOf = (words: Words, exact = false) => {
  if (words instanceof RegExp) return words
  const text = escaped(normal(words))
  return exact ? new RegExp(`^${text}$`) : new RegExp(text, 'i')
}
const holds = (element: Element, words: Words) => wordsOf(words).test(normal(element.textContent))

/**
 * Returns what `queryAllByRole` returns, but faster: its selectors are slow in jsdom, even where everything is hidden
 * behind a dialog. Here it gets the candidates of one walk through the page and only checks these.
 */
export function byRole(within: Element, role: string, options: ByRoleOptions): Element[] {
  const found: Element[] = []
  const walk = (parent: Node, tags: ReadonlySet<string>) => {
    for (let at = parent.firstChild; at; at = at.nextSibling) {
      if (at.nodeType !== Node.ELEMENT_NODE) continue
      const element = at as Element
      if (!options.hidden && element.getAttribute('aria-hidden') === 'true') continue
      const own = element.getAttribute('role')
      if (own === null ? tags.has(element.localName) : own.split(' ')[0] === role) found.push(element)
      walk(element, tags)
    }
  }
  const container = {
    querySelector: () => null,
    // `*[role~="button"],button,input`: the tags after the first have the role implicitly
    querySelectorAll(selector: string) {
      walk(within, new Set(selector.split(',').slice(1)))
      return found
    },
  }
  return queryAllByRole(container as unknown as HTMLElement, role as ByRoleMatcher, options)
}

/** Returns the innermost elements whose text matches; elements without the text `holding` are not searched. */
export function byText(within: Element, pattern: RegExp, holding: RegExp): Element[] {
  const found: Element[] = []
  const matches = (element: Element): boolean => {
    const text = normal(element.textContent)
    if (!holding.test(text) || /^(SCRIPT|STYLE)$/.test(element.tagName)) return false
    const place = found.length
    const isInner = [...element.children].map(matches).includes(true)
    const isMatch = pattern.test(text)
    if (isMatch && !isInner) found.splice(place, 0, element)
    return isMatch
  }
  for (const child of within.children) matches(child)
  return found
}

export function isVisible(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { display, visibility } = getComputedStyle(at)
    if (display === 'none' || (at === element && visibility === 'hidden')) return false
  }
  return element.isConnected
}

/** Subset of Playwright's locator: searches again for each action, waits, and expects a single element by default. */
export class Locator {
  readonly #find: () => Element[]
  readonly #name: string
  constructor(find: () => Element[], name: string) {
    this.#find = find
    this.#name = name
  }

  toString(): string {
    return this.#name
  }
  elements(): Element[] {
    return this.#find()
  }
  /** Returns the only matching element; throws when there is none or more than one. */
  one(): HTMLElement {
    const [element, ...others] = this.#find()
    if (!element) throw new Error(`${this} is not there`)
    if (others.length > 0) throw new Error(`${this} is there ${others.length + 1} times`)
    return element as HTMLElement
  }

  #within(name: string, find: (element: HTMLElement) => Element[]): Locator {
    const all = () => {
      const found = this.#find().flatMap((element) => find(element as HTMLElement))
      return found.length > 1 ? inOrder(found) : found
    }
    return new Locator(all, `${this.#name} ${name}`.trim())
  }
  getByRole(role: string, { name, exact, includeHidden, ...options }: RoleOptions = {}): Locator {
    const matching: ByRoleOptions = { ...options, hidden: includeHidden }
    if (name !== undefined) matching.name = wordsOf(name, exact)
    return this.#within(`${role} ${name ?? ''}`, (element) => byRole(element, role, matching))
  }
  getByLabel(words: Words, { exact }: Exact = {}): Locator {
    return this.#within(`label ${words}`, (element) => queryAllByLabelText(element, wordsOf(words, exact)))
  }
  getByText(words: Words, { exact }: Exact = {}): Locator {
    // an element that does not contain the text has no descendant that does
    const holding = words instanceof RegExp ? /(?:)/ : wordsOf(words)
    return this.#within(`text ${words}`, (element) => byText(element, wordsOf(words, exact), holding))
  }
  locator(selector: string): Locator {
    return this.#within(selector, (element) =>
      selector === '..' ? [element.parentElement as Element] : [...element.querySelectorAll(selector)],
    )
  }
  filter({ hasText, hasNotText, has }: Filter): Locator {
    const keep = (element: Element) =>
      (hasText === undefined || holds(element, hasText)) &&
      (hasNotText === undefined || !holds(element, hasNotText)) &&
      (has === undefined || has.elements().some((one) => element !== one && element.contains(one)))
    return new Locator(() => this.#find().filter(keep), `${this.#name} with ${hasText ?? hasNotText ?? has}`)
  }
  or(other: Locator): Locator {
    return new Locator(() => inOrder([...this.#find(), ...other.elements()]), `${this} or ${other}`)
  }
  nth(index: number): Locator {
    return new Locator(
      () => this.#find().slice(index, index === -1 ? undefined : index + 1),
      `${this.#name} no. ${index}`,
    )
  }
  first = () => this.nth(0)
  last = () => this.nth(-1)

  count = async () => this.#find().length
  all = async () => this.#find().map((_, index) => this.nth(index))
  isVisible = async () => this.#find().some(isVisible)
  textContent = () => this.#when(({ textContent }) => textContent)
  allTextContents = async () => this.#find().map(({ textContent }) => textContent ?? '')
  inputValue = () => this.#when((element) => (element as HTMLInputElement).value)
  getAttribute = (name: string) => this.#when((element) => element.getAttribute(name))
  evaluate(look: (element: HTMLElement) => unknown): Promise<unknown> {
    return this.#when(look)
  }
  waitFor = async () => void (await this.#when(() => {}))

  click = () => this.#act((element) => user.click(element))
  dblclick = () => this.#act((element) => user.dblClick(element))
  hover = () => this.#act((element) => user.hover(element))
  focus = () => this.#act((element) => element.focus())
  blur = () => this.#act((element) => element.blur())
  check = () => this.#act((element) => ((element as HTMLInputElement).checked ? undefined : user.click(element)))
  uncheck = () => this.#act((element) => ((element as HTMLInputElement).checked ? user.click(element) : undefined))
  press = (key: string) =>
    this.#act(async (element) => {
      element.focus()
      await pressKey(key)
    })
  fill = async (value: string) => {
    await eventually(() => {
      const element = this.one()
      if (!('value' in element) || element.hasAttribute('readonly')) throw new Error(`${this} cannot be filled`)
    })
    await this.#act(async (element) => {
      element.focus()
      await drawn()
      // some elements turn into an input when they get the focus
      fireEvent.input(element.isConnected ? element : this.one(), { target: { value } })
    })
  }
  setInputFiles = async (files: UploadedFile | UploadedFile[]) => {
    const chosen = [files]
      .flat()
      .map(({ name, mimeType, buffer }) => new File([new Uint8Array(buffer)], name, { type: mimeType }))
    const element = await this.#when((one) => one)
    Object.defineProperty(element, 'files', { configurable: true, value: chosen })
    fireEvent.change(element)
  }

  #when<Result>(look: (element: HTMLElement) => Result): Promise<Result> {
    return eventually(() => look(this.one()))
  }
  /** Acts once the element is visible and enabled. */
  async #act(act: (element: HTMLElement) => unknown): Promise<void> {
    const element = await eventually(() => {
      const one = this.one()
      if (!isVisible(one)) throw new Error(`${this} cannot be seen`)
      const isDisabled = (one as HTMLButtonElement).disabled || one.closest('[aria-disabled=true]')
      if (isDisabled) throw new Error(`${this} is disabled`)
      return one
    })
    await drawn()
    await act(element.isConnected ? element : await this.#when((one) => one))
    await drawn()
  }
}

interface RoleOptions extends Exact {
  name?: Words
  includeHidden?: boolean
  level?: number
  checked?: boolean
}
const inOrder = (elements: Element[]) =>
  [...new Set(elements)].sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )

/** Returns the text of the page for an error message. */
function seen(): string {
  const of = (elements: Iterable<Element>) =>
    normal([...elements].map((one) => one.textContent).join(' | ')).slice(0, 2000)
  const hidden = document.querySelectorAll('body > [aria-hidden=true]')
  return `The page: ${of(document.body.children)} Hidden of it: ${of(hidden)}`
}

/** Presses a key. Enter also submits a form whose button is outside the form, which user-event does not support. */
export async function pressKey(key: string): Promise<void> {
  const element = document.activeElement
  let prevented = false
  const note = (event: Event) => {
    prevented = event.defaultPrevented
  }
  window.addEventListener('keydown', note, { once: true })
  await user.keyboard(keysOf(key))
  window.removeEventListener('keydown', note)
  await drawn()
  if (key !== 'Enter' || prevented || !(element instanceof HTMLInputElement) || !element.form) return
  if (element.form.querySelector('[type=submit]')) return
  document.querySelector<HTMLElement>(`[type=submit][form="${element.form.id}"]`)?.click()
  await drawn()
}

/** Returns `Shift+ArrowUp` in the notation of user-event. */
function keysOf(combination: string): string {
  const parts = combination.split('+')
  const key = parts.pop() ?? ''
  const named = key.length === 1 ? key.replace(/[{[]/, '$&$&') : `{${key}}`
  return `${parts.map((part) => `{${part}>}`).join('')}${named}${parts.map((part) => `{/${part}}`).join('')}`
}
