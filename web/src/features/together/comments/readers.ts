import { createContext, useContext } from 'react'
import type { Given } from '../../users/people/use-who-sees.ts'

/** Who can read the comments that a part of the screen shows: whoever sees what they stand on. */
const Context = createContext<Given | undefined>(undefined)
export const Readers = Context.Provider
export const useReaders = () => useContext(Context)
