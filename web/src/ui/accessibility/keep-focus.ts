import { useEffect } from 'react'

/** Something that had the focus, and where it stood. */
interface Trail {
  readonly element: HTMLElement
  readonly label: string
  /** What it stood in, from the innermost, each with the place of what led to it. */
  readonly path: readonly { within: Element; index: number }[]
  /** The address of the screen that it stood on. */
  readonly page: string
  /** What was pressed, where the focus came by that. */
  readonly opener?: Trail
}

const remembered = 20
/** So long a screen has to put the focus somewhere itself. */
const patienceMs = 30
/** A row that goes so soon after its list was scrolled has only gone out of sight. */
const scrollMs = 50
const reachable =
  'button, a[href], summary, [role=tab], [tabindex], input:is([type=checkbox], [type=radio]):not([disabled])'
const anyField = `${reachable}, input, textarea, select, [contenteditable=true]`
/** Nobody is led out of these. */
const bounds = 'main, header, nav, aside, dialog, [role=dialog], [role=alertdialog], [data-beside-dialogs]'

/**
 * With a form that closes, or a row that is deleted, goes what had the focus. Whoever works with the keys goes on at the
 * button that the form was opened by, else at the same place of the row that moved up, else at what stands nearest. A
 * screen that knows better puts the focus somewhere itself, and is left alone.
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
        // whoever has scrolled elsewhere since reads on there
        return to.focus({ preventScroll: isReading })
      }
    }
    const look = () => {
      // a row out of sight of a long list is not drawn any more
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
      // what is being taken away is gone in a moment
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
      // a key that is still held was meant for what is gone
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
  // of what opened what, three are enough
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

/** What stands now where it stood: the same button drawn anew, or that of the row that moved up. */
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
