import { queryClient } from './query-client.ts'

/** Calls back when the browser has nothing else to do; where it does not say so, after a while. */
export const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve())
    else setTimeout(resolve, 500)
  })

const patienceMs = 2000
const drawnMs = 50

/** Calls back when what the screen asked for first is there and was drawn, after two seconds at the latest. */
const screenStands = () =>
  new Promise<void>((resolve) => {
    const isThere = () => queryClient.isFetching() === 0
    const stop = queryClient.getQueryCache().subscribe(() => isThere() && drawn())
    const timer = setTimeout(end, patienceMs)
    function drawn() {
      // a screen of many parts is drawn piece by piece
      setTimeout(() => void idle().then(() => isThere() && end()), drawnMs)
    }
    function end() {
      stop()
      clearTimeout(timer)
      resolve()
    }
    if (isThere()) drawn()
  })

/** What no screen begins with is fetched after it. */
export const afterScreen =
  <File>(load: () => Promise<File>) =>
  () =>
    screenStands().then(load)
