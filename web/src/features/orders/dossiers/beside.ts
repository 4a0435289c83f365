import useMediaQuery from '@mui/material/useMediaQuery'
import { createContext, useContext } from 'react'

/** What can stand beside a dossier. */
export const besideTabs = ['encounters', 'comments', 'todos', 'history'] as const
export type BesideTab = (typeof besideTabs)[number]

interface Beside {
  /** What stands beside the dossier on the screen. */
  tab: BesideTab | undefined
  show: (tab: BesideTab) => void
}

export const BesideContext = createContext<Beside>({ tab: undefined, show: () => undefined })
export const useShowBeside = () => useContext(BesideContext).show

/** Where the message that a flame was made from stands beside its dossier; elsewhere above it, folded. */
export function useRoomForMail(): boolean {
  const { tab } = useContext(BesideContext)
  return useMediaQuery(`(min-width:${tab ? 1800 : 1280}px)`)
}
