import type { ReactNode } from 'react'
import type { Board } from '#contract/orders/boards'
import type { Access } from '#contract/permissions'

/** What a card of every kind has, so that a board can show it and move it. */
export interface BoardCard {
  readonly id: string
  readonly version: number
  readonly taskboardRef: string
  readonly step: string
  readonly assigneeRef: string | null
  readonly proxyOwnerRef: string | null
  /** The proxy's period, which may be open at both ends. */
  readonly proxyOwnerFrom: string | null
  readonly proxyOwnerUntil: string | null
  /** Since when it is in its step. */
  readonly inStepSinceUtc: string
}

/** What one kind of cards differs in from the others; stays the same object as long as nothing of it changes. */
export interface CardKind<Card extends BoardCard> {
  /** Who may move its cards. */
  readonly mayMove: Access
  readonly nameOf: (card: Card) => string
  readonly hrefOf: (card: Card) => string
  /** Stands between the name of a card and its foot. */
  readonly content: (card: Card, board: Board, now: number) => ReactNode
  readonly words: {
    readonly emptyStep: string
    readonly addTo: (step: string) => string
    readonly count: (count: number) => string
    /** What the cards of a step come to together, besides their number; left out where there is nothing to add up. */
    readonly sums?: (cards: readonly Card[]) => string
  }
}
