import type { ReactNode } from 'react'
import type { Board } from '#contract/orders/boards'
import type { Access } from '#contract/permissions'

/** The properties of every kind of card that a board shows and moves. */
export interface BoardCard {
  readonly id: string
  readonly version: number
  readonly taskboardRef: string
  readonly step: string
  readonly assigneeRef: string | null
  readonly proxyOwnerRef: string | null
  /** Start and end of the proxy's period; null if open. */
  readonly proxyOwnerFrom: string | null
  readonly proxyOwnerUntil: string | null
  /** When the card entered its step. */
  readonly inStepSinceUtc: string
}

/** What differs between kinds of cards. Must be a stable reference. */
export interface CardKind<Card extends BoardCard> {
  /** Permission to move the cards. */
  readonly mayMove: Access
  readonly nameOf: (card: Card) => string
  readonly hrefOf: (card: Card) => string
  /** Draws the content between the name and the foot of a card. */
  readonly content: (card: Card, board: Board, now: number) => ReactNode
  readonly words: {
    readonly emptyStep: string
    readonly addTo: (step: string) => string
    readonly count: (count: number) => string
    /** Returns the totals of the cards in a step, besides their number; omitted if there are none. */
    readonly sums?: (cards: readonly Card[]) => string
  }
}
