import { createContext } from 'react'
import type { FormPresence } from '../../../ui/forms/form-presence.ts'

/** The presence of the surrounding screen, for its forms. */
export const PresentHere = createContext<FormPresence | undefined>(undefined)
