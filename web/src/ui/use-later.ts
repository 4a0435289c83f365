import { useDeferredValue } from 'react'

/**
 * False in the drawing that a screen comes with, true in the one right after it, which the browser does piece by piece: for
 * what stands below the rest, so that what is seen first waits for less.
 */
export const useLater = (): boolean => useDeferredValue(true, false)
