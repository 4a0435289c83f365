import { redirect } from '@tanstack/react-router'
import { mayEnter, pathTo, type ScreenName, screens } from '#contract/routes'
import { currentUser } from '../session/session.ts'
import { currentPage } from './page-history.ts'
import { pieceByPiece } from './piece-by-piece.ts'
import { startTarget } from './targets.ts'
import { noteWanted } from './wanted-page.ts'

const loadSignedIn = pieceByPiece([() => import('@mui/material/Modal')], () => import('./signed-in.ts'))

let startedFor: string | undefined
let signedIn: typeof import('./signed-in.ts') | undefined

/** Runs before every screen except /login: redirects there without a session; without permission the user stays. */
export async function guard(name: ScreenName | undefined, requested: string): Promise<void> {
  if (startedFor === undefined || startedFor !== currentUser()?.id) {
    signedIn = await loadSignedIn()
    startedFor = (await signedIn.startSession())?.id
  }
  const user = currentUser()
  if (!user) {
    noteWanted(requested)
    redirect({ href: pathTo('login', { view: requested }), throw: true })
    return
  }
  if (name === undefined || user.secondFactorMissing || mayEnter(screens[name], user)) return
  const elsewhere = currentPage() ?? startTarget(user)
  if (elsewhere === null) return
  // users without access to the start page did not ask for it by name, so they get no message
  if (name !== 'start') signedIn?.refuseEntry()
  redirect({ href: elsewhere, replace: true, throw: true })
}

/** Starts the first reads of a screen at once, before its code and texts are loaded. */
export const beginScreen = (name: ScreenName, params: Readonly<Record<string, string>>) =>
  signedIn?.readAhead(name, params)
