import { mayEnter, pathTo, type ScreenName, screens, type Towards } from '#contract/routes'
import { currentUser } from './session.ts'

/** Returns the address of a screen; null where the signed-in user may not enter it. */
export const wayTo = <Name extends ScreenName>(name: Name, ...params: Towards<Name>): string | null =>
  mayEnter(screens[name], currentUser()) ? pathTo(name, ...params) : null
