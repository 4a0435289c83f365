import type { Board, BoardKind } from '#contract/orders/boards'
import { useCurrentUser } from '../../session/session.ts'
import { inBrowser, inTab } from '../../state/storage.ts'

const storageKey = { FLAME: 'glut.flameBoard', PROJECT: 'glut.projectBoard' } as const
const favourite = { FLAME: 'favoritBlackboard', PROJECT: 'favoritProjectboard' } as const

/**
 * Returns the board named in the URL, else the one chosen in this tab, the favourite of the user, the one chosen last
 * in this browser, or the first.
 */
export function useChosenBoard(
  kind: BoardKind,
  boards: readonly Board[],
  named: string | undefined,
): Board | undefined {
  const own = useCurrentUser().userConfig[favourite[kind]]
  const key = storageKey[kind]
  const wanted = [named, inTab.read(key), own, inBrowser.read(key)]
  const found = wanted.map((id) => boards.find((board) => board.id === id)).find((board) => board !== undefined)
  return found ?? boards[0]
}

export function rememberBoard(kind: BoardKind, id: string): void {
  inTab.write(storageKey[kind], id)
  inBrowser.write(storageKey[kind], id)
}
