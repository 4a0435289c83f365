import { createContext } from 'react'
import type { FormPresence } from '../../../ui/forms/form-presence.ts'

/** Of the screen around a form. */
export const PresentHere = createContext<FormPresence | undefined>(undefined)
