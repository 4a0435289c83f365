import { connection } from '../live/connection.ts'
import { queryClient } from './query-client.ts'

const requestIdle = 'requestIdleCallback' in globalThis ? globalThis.requestIdleCallback.bind(globalThis) : undefined

/** Resolves when the browser is idle; without support for that, after half a second. */
export const idle = () =>
  new Promise<void>((resolve) => {
    if (requestIdle) requestIdle(() => resolve())
    else setTimeout(resolve, 500)
  })

const patienceMs = 2000
const drawnMs = 50

/** Resolves when the first reads of the screen are answered and drawn, after two seconds at the latest. */
const screenStands = () =>
  new Promise<void>((resolve) => {
    const isThere = () => queryClient.isFetching() === 0
    const stop = queryClient.getQueryCache().subscribe(() => isThere() && drawn())
    const timer = setTimeout(end, patienceMs)
    let drawing: ReturnType<typeof setTimeout> | undefined
    function drawn() {
      // a screen of many parts is drawn in several tasks
      drawing ??= setTimeout(() => {
        drawing = undefined
        void idle().then(() => isThere() && end())
      }, drawnMs)
    }
    function end() {
      stop()
      clearTimeout(timer)
      clearTimeout(drawing)
      resolve()
    }
    if (isThere()) drawn()
  })

const anotherTryMs = 10_000

/** Resolves when the live channel opens again, or after ten seconds. */
const serverIsBack = () =>
  new Promise<void>((resolve) => {
    const { count } = connection.get()
    const stop = connection.subscribe(() => connection.get().count > count && end())
    const timer = setTimeout(end, anotherTryMs)
    function end() {
      stop()
      clearTimeout(timer)
      resolve()
    }
  })

/** Loads code that no screen starts with after the screen. Nobody waits for it, so failures are retried silently. */
export const afterScreen =
  <File>(load: () => Promise<File>) =>
  async (): Promise<File> => {
    await screenStands()
    for (;;) {
      try {
        return await load()
      } catch {
        await serverIsBack()
      }
    }
  }
