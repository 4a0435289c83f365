import { createContext, useContext } from 'react'
import type { Given } from '../../users/people/use-who-sees.ts'

/** Provides which users can read the comments in a part of the screen. */
const Context = createContext<Given | undefined>(undefined)
export const Readers = Context.Provider
export const useReaders = () => useContext(Context)
