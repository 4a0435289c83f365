import useMediaQuery from '@mui/material/useMediaQuery'
import { createContext, useContext } from 'react'

/** Tabs of the panel beside a dossier. */
export const besideTabs = ['encounters', 'comments', 'todos', 'history'] as const
export type BesideTab = (typeof besideTabs)[number]

interface Beside {
  /** The open tab, if any. */
  tab: BesideTab | undefined
  show: (tab: BesideTab) => void
}

export const BesideContext = createContext<Beside>({ tab: undefined, show: () => undefined })
export const useShowBeside = () => useContext(BesideContext).show

/** Returns true if there is space for the original e-mail beside the dossier; otherwise it is above, collapsed. */
export function useRoomForMail(): boolean {
  const { tab } = useContext(BesideContext)
  return useMediaQuery(`(min-width:${tab ? 1800 : 1280}px)`)
}
