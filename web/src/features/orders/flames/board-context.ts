import { createContext, useContext } from 'react'
import type { FlameCard } from '#contract/orders/flames'
import type { User } from '#contract/users'

/** What all cards of a board share. */
export interface BoardContextValue {
  users: ReadonlyMap<string, User>
  /** The moment that due dates and days are reckoned from. */
  now: number
  onOpen: (card: FlameCard) => void
  onMenu: (card: FlameCard, anchor: HTMLElement) => void
}

export const BoardContext = createContext<BoardContextValue | undefined>(undefined)

export function useBoardContext(): BoardContextValue {
  const value = useContext(BoardContext)
  if (!value) throw new Error('a card needs a board around it')
  return value
}
