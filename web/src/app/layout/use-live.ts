import { useEffect } from 'react'
import type { Subject } from '#contract/live'
import { refreshAll, refreshTold } from '../../api/told.ts'
import { useSession } from '../../session/session.ts'
import { notify } from '../../ui/notices/snackbar.ts'
import { followRightsTold, refreshRights } from '../follow-rights.ts'
import { queryClient } from '../query-client.ts'

/** Changes of others come in bursts: those within this many milliseconds are handled together. */
const gatherMs = 250

/** Keeps the screen up to date while somebody is signed in. */
export function useLive(): void {
  const user = useSession()
  const username = user?.secondFactorMissing ? undefined : user?.username
  useEffect(() => {
    if (!username) return
    let gathered: Subject[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let close = () => {}
    let isGone = false
    const readsSince = Date.now()

    function refreshGathered() {
      const told = gathered
      gathered = []
      timer = undefined
      void refreshTold(queryClient, told)
      followRightsTold(queryClient, told)
    }

    void import('../../live/channel.ts').then(({ openChannel }) => {
      if (isGone) return
      close = openChannel(username, readsSince, {
        changed(subjects) {
          gathered.push(...subjects)
          timer ??= setTimeout(refreshGathered, gatherMs)
        },
        missed() {
          void refreshAll(queryClient)
          void refreshRights(queryClient)
        },
        failed: (sentence) => void notify(sentence, { severity: 1 }),
      })
    })
    return () => {
      isGone = true
      clearTimeout(timer)
      close()
    }
  }, [username])
}
