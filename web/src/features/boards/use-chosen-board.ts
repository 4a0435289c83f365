import type { Board, BoardKind } from '#contract/orders/boards'
import { useCurrentUser } from '../../session/session.ts'

const storageKey = { FLAME: 'glut.flameBoard', PROJECT: 'glut.projectBoard' } as const
const favourite = { FLAME: 'favoritBlackboard', PROJECT: 'favoritProjectboard' } as const

/** The board that the address names, else the one chosen in this tab, the user's favourite, the one chosen last, the first. */
export function useChosenBoard(
  kind: BoardKind,
  boards: readonly Board[],
  named: string | undefined,
): Board | undefined {
  const own = useCurrentUser().userConfig[favourite[kind]]
  const key = storageKey[kind]
  const wanted = [named, kept(sessionStorage, key), own, kept(localStorage, key)]
  const found = wanted.map((id) => boards.find((board) => board.id === id)).find((board) => board !== undefined)
  return found ?? boards[0]
}

export function rememberBoard(kind: BoardKind, id: string): void {
  try {
    sessionStorage.setItem(storageKey[kind], id)
    localStorage.setItem(storageKey[kind], id)
  } catch {
    // chosen for this page only
  }
}

function kept(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}
