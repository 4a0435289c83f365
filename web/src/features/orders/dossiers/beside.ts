import { createContext, useContext } from 'react'

/** What can stand beside a dossier. */
export const besideTabs = ['encounters', 'comments', 'todos', 'history'] as const
export type BesideTab = (typeof besideTabs)[number]

/** Opens what stands beside the dossier on the screen. */
export const BesideContext = createContext<(tab: BesideTab) => void>(() => undefined)
export const useShowBeside = () => useContext(BesideContext)
