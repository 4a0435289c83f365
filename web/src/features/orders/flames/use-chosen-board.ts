import type { Board } from '#contract/orders/boards'
import { useCurrentUser } from '../../../session/session.ts'

const storageKey = 'glut.flameBoard'

/** The board that the address names, else the one chosen in this tab, the user's favourite, the one chosen last, the first. */
export function useChosenBoard(boards: readonly Board[], named: string | undefined): Board | undefined {
  const { favoritBlackboard } = useCurrentUser().userConfig
  const wanted = [named, kept(sessionStorage), favoritBlackboard, kept(localStorage)]
  const found = wanted.map((id) => boards.find((board) => board.id === id)).find((board) => board !== undefined)
  return found ?? boards[0]
}

export function rememberBoard(id: string): void {
  try {
    sessionStorage.setItem(storageKey, id)
    localStorage.setItem(storageKey, id)
  } catch {
    // chosen for this page only
  }
}

function kept(storage: Storage): string | null {
  try {
    return storage.getItem(storageKey)
  } catch {
    return null
  }
}
