import MuiTooltip from '@mui/material/Tooltip'
import { useEffect, useState } from 'react'

/** Draws the tooltip of the page. */
export function TooltipHost() {
  const [{ anchor, title, open }, setShown] = useState<Shown>({ title: '', open: false })
  useEffect(
    () =>
      followRest((next) =>
        // a closing tooltip keeps its text during the fade-out
        setShown((shown) => (next ? { anchor: next, title: next.dataset.tooltip ?? '', open: true } : close(shown))),
      ),
    [],
  )
  return (
    <MuiTooltip open={open} title={title} onClose={() => setShown(close)} slotProps={{ popper: { anchorEl: anchor } }}>
      <span hidden />
    </MuiTooltip>
  )
}

interface Shown {
  anchor?: HTMLElement
  title: string
  open: boolean
}

const close = (shown: Shown): Shown => (shown.open ? { ...shown, open: false } : shown)

const restMs = 500
const touchMs = 700
const afterTouchMs = 1500

/**
 * Calls `show` with the element that a pointer or the focus rests on, and with undefined if it has no tooltip or was
 * left or pressed. Returns a function that ends it.
 */
function followRest(show: (on: HTMLElement | undefined) => void): () => void {
  let on: HTMLElement | undefined
  let isShown = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const ending = new AbortController()

  function tell(next: HTMLElement | undefined) {
    clearTimeout(timer)
    isShown = next !== undefined
    show(next)
  }
  function rest(next: HTMLElement | undefined, ms: number) {
    if (next === on) return
    on = next
    // while a tooltip is open, the next one opens without delay
    if (!next || isShown) return tell(next)
    clearTimeout(timer)
    timer = setTimeout(() => tell(next), ms)
  }
  function listen<Name extends keyof DocumentEventMap>(name: Name, hear: (event: DocumentEventMap[Name]) => void) {
    document.addEventListener(name, hear, { signal: ending.signal, capture: true, passive: true })
  }

  listen('pointerover', ({ pointerType, target }) => {
    if (pointerType !== 'touch' && !isTooltip(target)) rest(speaking(target), restMs)
  })
  listen('pointerout', ({ pointerType, relatedTarget }) => {
    if (pointerType !== 'touch' && !relatedTarget) rest(undefined, 0)
  })
  listen('pointerdown', ({ pointerType, target }) => {
    if (pointerType === 'touch') return rest(speaking(target), touchMs)
    // pressing closes the tooltip until the pointer leaves
    tell(undefined)
  })
  for (const name of ['pointerup', 'pointercancel'] as const) {
    listen(name, ({ pointerType }) => {
      if (pointerType !== 'touch') return
      clearTimeout(timer)
      timer = setTimeout(() => rest(undefined, 0), isShown ? afterTouchMs : 0)
    })
  }
  listen('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) rest(speaking(target), restMs)
  })
  listen('focusout', () => rest(undefined, 0))
  listen('keydown', () => tell(undefined))
  return () => {
    clearTimeout(timer)
    ending.abort()
  }
}

const speaking = (target: EventTarget | null): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>('[data-tooltip]')) || undefined

const isTooltip = (target: EventTarget | null) => target instanceof Element && target.closest('[role=tooltip]') !== null
