import type { BoardCard } from './card-kind.ts'

/**
 * The target of a move: directly above `beforeRef` or below `afterRef`. With neither, the top of another step, or the
 * same position within its own step.
 */
export interface Place {
  taskboardRef: string
  step: string
  assigneeRef?: string | null | undefined
  beforeRef?: string | null | undefined
  afterRef?: string | null | undefined
  /** Reason of an admin who overrides unmet requirements of the step. */
  overrideReason?: string | undefined
}

export const positions = ['top', 'bottom'] as const
export type Position = (typeof positions)[number]

/** A target as the user chooses it. */
export interface Target {
  taskboardRef: string
  step: string
  position: Position
}

/** Returns the cards of a step in their order. */
export const cardsOf = <Card extends Pick<BoardCard, 'step'>>(cards: readonly Card[], step: string): Card[] =>
  cards.filter((card) => card.step === step)

/** Returns the cards of a board after a move, by the rule of `Place`, as the server will. */
export function placed<Card extends BoardCard>(cards: readonly Card[], id: string, to: Place): Card[] {
  const at = cards.findIndex((card) => card.id === id)
  const card = cards[at]
  if (!card) return [...cards]
  const others = cards.toSpliced(at, 1)
  if (card.taskboardRef !== to.taskboardRef) return others
  const enters = card.step !== to.step
  const moved = {
    ...card,
    step: to.step,
    assigneeRef: to.assigneeRef === undefined ? card.assigneeRef : to.assigneeRef,
    inStepSinceUtc: enters ? new Date().toISOString() : card.inStepSinceUtc,
  }
  const beside = besideIndex(others, to)
  return others.toSpliced(beside ?? (enters ? firstOf(others, to.step) : at), 0, moved)
}

function besideIndex(cards: readonly BoardCard[], { step, beforeRef, afterRef }: Place): number | undefined {
  const indexOf = (id: string | null | undefined) => cards.findIndex((card) => card.id === id && card.step === step)
  const below = indexOf(beforeRef)
  if (below >= 0) return below
  const above = indexOf(afterRef)
  return above >= 0 ? above + 1 : undefined
}

function firstOf(cards: readonly BoardCard[], step: string): number {
  const first = cards.findIndex((card) => card.step === step)
  return first < 0 ? cards.length : first
}

/** Returns the current place of a card, which undoes a later move. */
export function placeOf(cards: readonly BoardCard[], card: BoardCard): Place {
  const { taskboardRef, step, assigneeRef } = card
  const column = cardsOf(cards, step)
  const at = column.findIndex(({ id }) => id === card.id)
  if (at < 0) return { taskboardRef, step, assigneeRef }
  return { taskboardRef, step, assigneeRef, beforeRef: column[at + 1]?.id, afterRef: column[at - 1]?.id }
}

export const directions = ['up', 'down', 'left', 'right'] as const
export type Direction = (typeof directions)[number]

/** Returns the place one position or step further among the visible cards; undefined at the edge. */
export function placeTowards(
  direction: Direction,
  card: BoardCard,
  steps: readonly { id: string }[],
  shown: readonly BoardCard[],
): Place | undefined {
  const { taskboardRef, step } = card
  if (direction === 'left' || direction === 'right') {
    const to = steps[steps.findIndex(({ id }) => id === step) + (direction === 'left' ? -1 : 1)]
    return to && { taskboardRef, step: to.id }
  }
  const column = cardsOf(shown, step)
  const at = column.findIndex(({ id }) => id === card.id)
  const neighbour = column[at + (direction === 'up' ? -1 : 1)]
  if (!neighbour) return undefined
  return { taskboardRef, step, ...(direction === 'up' ? { beforeRef: neighbour.id } : { afterRef: neighbour.id }) }
}

/** Converts a target to a place relative to the cards of the step. */
export function placeIn<Card extends BoardCard>(
  { taskboardRef, step, position }: Target,
  cards: readonly Card[],
  card: Card,
): Place {
  const column = cardsOf(cards, step).filter(({ id }) => id !== card.id)
  const beside = position === 'top' ? { beforeRef: column[0]?.id } : { afterRef: column.at(-1)?.id }
  return { taskboardRef, step, ...beside }
}
