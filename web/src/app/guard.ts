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

/** Before any screen but /login: who is not signed in goes there, who may not enter stays where they are. */
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
  // who has no start page begins elsewhere, and did not ask for it by name
  if (name !== 'start') signedIn?.refuseEntry()
  redirect({ href: elsewhere, replace: true, throw: true })
}

/** Asks for what a screen begins with at once, not after its code, its texts and its first drawing. */
export const beginScreen = (name: ScreenName, params: Readonly<Record<string, string>>) =>
  signedIn?.readAhead(name, params)
