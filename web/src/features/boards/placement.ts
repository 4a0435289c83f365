import type { BoardCard } from './card-kind.ts'

/**
 * Where a card is to go: right above `beforeRef`, or right below `afterRef`. Without either it goes to the top of another
 * step and keeps its place in its own.
 */
export interface Place {
  taskboardRef: string
  step: string
  assigneeRef?: string | null | undefined
  beforeRef?: string | null | undefined
  afterRef?: string | null | undefined
  /** Lets an admin into a step whose requirements are not met. */
  overrideReason?: string | undefined
}

export const positions = ['top', 'bottom'] as const
export type Position = (typeof positions)[number]

/** As a person says where a card is to go. */
export interface Target {
  taskboardRef: string
  step: string
  position: Position
}

/** The cards of a step in their order. */
export const cardsOf = <Card extends Pick<BoardCard, 'step'>>(cards: readonly Card[], step: string): Card[] =>
  cards.filter((card) => card.step === step)

/** The cards of a board as the server will answer them once a card has moved, by the rule of `Place`. */
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

/** The place that a card has now: what takes a move of it back. */
export function placeOf(cards: readonly BoardCard[], card: BoardCard): Place {
  const { taskboardRef, step, assigneeRef } = card
  const column = cardsOf(cards, step)
  const at = column.findIndex(({ id }) => id === card.id)
  if (at < 0) return { taskboardRef, step, assigneeRef }
  return { taskboardRef, step, assigneeRef, beforeRef: column[at + 1]?.id, afterRef: column[at - 1]?.id }
}

export const directions = ['up', 'down', 'left', 'right'] as const
export type Direction = (typeof directions)[number]

/** One place or one step further, among the cards that are shown; undefined at the edge. */
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

/** Where a card is to go, said by the cards of its board that it comes beside. */
export function placeIn<Card extends BoardCard>(
  { taskboardRef, step, position }: Target,
  cards: readonly Card[],
  card: Card,
): Place {
  const column = cardsOf(cards, step).filter(({ id }) => id !== card.id)
  const beside = position === 'top' ? { beforeRef: column[0]?.id } : { afterRef: column.at(-1)?.id }
  return { taskboardRef, step, ...beside }
}
