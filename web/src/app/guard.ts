import { redirect } from '@tanstack/react-router'
import { mayEnter, pathTo, type ScreenName, screens } from '#contract/routes'
import { currentUser } from '../session/session.ts'
import { currentPage } from './page-history.ts'
import { startTarget } from './targets.ts'
import { noteWanted } from './wanted-page.ts'

let startedFor: string | undefined

/** Before any screen but /login: who is not signed in goes there, who may not enter stays where they are. */
export async function guard(name: ScreenName | undefined, requested: string): Promise<void> {
  if (startedFor === undefined || startedFor !== currentUser()?.id) {
    const { startSession } = await import('./signed-in.ts')
    startedFor = (await startSession())?.id
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
  const { refuseEntry } = await import('./signed-in.ts')
  refuseEntry()
  redirect({ href: elsewhere, replace: true, throw: true })
}
