import { useEffect } from 'react'

/** An element that had the focus, and its position in the document. */
interface Trail {
  readonly element: HTMLElement
  readonly label: string
  /** Ancestors, innermost first, each with the index of the child on the path. */
  readonly path: readonly { within: Element; index: number }[]
  /** Path of the page that the element was on. */
  readonly page: string
  /** The element that was clicked to bring the focus here. */
  readonly opener?: Trail
}

const remembered = 20
/** Time in milliseconds a screen has to set the focus itself. */
const patienceMs = 30
/** Milliseconds after a scroll within which a removed row counts as scrolled out of view. */
const scrollMs = 50
const reachable =
  'button, a[href], summary, [role=tab], [tabindex], input:is([type=checkbox], [type=radio]):not([disabled])'
const anyField = `${reachable}, input, textarea, select, [contenteditable=true]`
/** Regions that the focus is not moved out of. */
const bounds = 'main, header, nav, aside, dialog, [role=dialog], [role=alertdialog], [data-beside-dialogs]'

/**
 * Moves the focus on when the focused element is removed, as with a closing form or a deleted row: to the button that
 * opened the form, else to the same button in the row that moved up, else to the nearest focusable element. Does
 * nothing if the screen sets the focus itself.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let trails: Trail[] = []
    let pressed: Trail | undefined
    let wasLeft = false
    let isMoved = false
    let isReading = false
    let scrolledAt = Number.NEGATIVE_INFINITY
    let timer: ReturnType<typeof setTimeout> | undefined

    const isLost = () => !wasLeft && (!document.activeElement || document.activeElement === document.body)
    const hasToGoOn = () => {
      const last = trails[0]
      return last !== undefined && isLost() && (!last.element.isConnected || !isDisabled(last.element))
    }
    const goOn = () => {
      timer = undefined
      if (!hasToGoOn()) return
      if (trails[0]?.page !== location.pathname) return document.querySelector('main')?.focus({ preventScroll: true })
      for (const trail of trails) {
        const to = nextTo(trail, trails)
        if (!to) continue
        pressed = undefined
        isMoved = true
        // no scrolling if the user has scrolled elsewhere since
        return to.focus({ preventScroll: isReading })
      }
    }
    const look = () => {
      // virtual lists unmount rows that are scrolled out of view
      if (isLost() && performance.now() - scrolledAt < scrollMs) wasLeft = true
      if (hasToGoOn()) timer ??= setTimeout(goOn, patienceMs)
    }

    const observer = new MutationObserver(look)
    observer.observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    const stopping = new AbortController()
    const on = <Name extends keyof DocumentEventMap>(name: Name, run: (event: DocumentEventMap[Name]) => void) =>
      document.addEventListener(name, run, { capture: true, signal: stopping.signal })

    on('focusin', ({ target }) => {
      wasLeft = false
      if (!(target instanceof HTMLElement) || target === document.body) return
      const opener = pressed?.element === target ? undefined : pressed
      pressed = undefined
      trails = [trailOf(target, opener), ...trails.filter(({ element }) => element !== target)].slice(0, remembered)
    })
    on('focusout', ({ target, relatedTarget }) => {
      if (relatedTarget) return
      // waits a microtask: an element that is being removed is disconnected by then
      queueMicrotask(() => {
        const active = document.activeElement
        if (active && active !== document.body) return
        if (target instanceof HTMLElement && target.isConnected && !isDisabled(target)) wasLeft = true
      })
    })
    on('click', ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>(anyField) : null
      pressed = button ? trailOf(button, trails.find(({ element }) => element === button)?.opener) : undefined
    })
    on('scroll', () => {
      scrolledAt = performance.now()
    })
    for (const name of ['wheel', 'touchmove'] as const) {
      on(name, () => {
        isReading = true
      })
    }
    on('pointerdown', () => {
      pressed = undefined
      isReading = true
      if (isLost()) wasLeft = true
    })
    on('keydown', (event) => {
      pressed = undefined
      isReading = false
      // a key that is still held was pressed for the removed element
      if (isMoved && event.repeat) {
        event.preventDefault()
        event.stopPropagation()
      } else isMoved = false
    })
    return () => {
      observer.disconnect()
      stopping.abort()
      clearTimeout(timer)
    }
  }, [])
}

function trailOf(element: HTMLElement, opener: Trail | undefined): Trail {
  const path: { within: Element; index: number }[] = []
  for (let at: Element = element; at.parentElement; at = at.parentElement) {
    path.push({ within: at.parentElement, index: indexIn(at.parentElement, at) })
  }
  // three levels of openers are enough
  const from = opener && { ...opener, opener: opener.opener && { ...opener.opener, opener: undefined } }
  return { element, label: labelOf(element), path, page: location.pathname, opener: from }
}

const indexIn = (parent: Element, child: Element) => Array.prototype.indexOf.call(parent.children, child)
const labelOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? ''
const isDisabled = (element: Element) => element.matches(':disabled, [aria-disabled=true]')

function isUsable(element: Element): element is HTMLElement {
  if (!element.isConnected || isDisabled(element) || element.closest('[aria-hidden=true], [inert], [hidden]'))
    return false
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true
}

function nextTo(trail: Trail, trails: readonly Trail[]): HTMLElement | undefined {
  if (isUsable(trail.element)) return trail.element
  const depth = trail.path.findIndex(({ within }) => within.isConnected)
  const place = trail.path[depth]
  if (!place) return undefined
  const gone = depth > 0 ? trail.path[depth - 1]?.within : trail.element
  const opener =
    trail.opener ??
    trails.find(({ element, opener }) => opener && !gone?.contains(opener.element) && gone?.contains(element))?.opener
  const opened = opener && nextTo(opener, [])
  if (opened) return opened
  if (!place.within.closest(bounds)) return undefined
  return twinOf(trail, depth) ?? nearest(place.within, place.index)
}

/** Returns the element that replaces the removed one: the same button drawn again, or that of the row that moved up. */
function twinOf({ element, label, path }: Trail, depth: number): HTMLElement | undefined {
  const { within, index } = path[depth] as Trail['path'][number]
  const isSame = (other: Element) => other.tagName === element.tagName && isUsable(other)
  const named = [...within.querySelectorAll<HTMLElement>(element.tagName)].filter(
    (other) => labelOf(other) === label && isUsable(other),
  )
  if (label && named.length === 1) return named[0]
  const below = path.slice(0, depth).reverse()
  for (const at of [index, index - 1]) {
    const found = below.reduce<Element | undefined>((parent, step) => parent?.children[step.index], within.children[at])
    if (found && isSame(found)) return found as HTMLElement
  }
  return undefined
}

function nearest(within: Element, index: number): HTMLElement | undefined {
  const children = [...within.children]
  const inOrder = [...children.slice(index), ...children.slice(0, index).reverse()]
  for (const child of inOrder) {
    const found = [child, ...child.querySelectorAll(reachable)].find(isReachable)
    if (found) return found as HTMLElement
  }
  const parent = within.parentElement
  return parent && !within.matches(bounds) ? nearest(parent, indexIn(parent, within) + 1) : undefined
}

const isReachable = (element: Element) =>
  element.matches(reachable) && (element as HTMLElement).tabIndex >= 0 && isUsable(element)
