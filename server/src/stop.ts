import { setTimeout as sleep } from 'node:timers/promises'

type Step = () => unknown

interface Log {
  info(about: object, text: string): void
  error(about: object, text: string): void
  debug(about: object, text: string): void
}

/** Signals within this time count as one, because npm passes on what the terminal has sent to both processes. */
const togetherMs = 300

/** Upper limit in milliseconds for all running work; what is cut then is continued at the next start. */
const patienceMs = 20_000

/**
 * Ends the process in order: running work, all parts at once; then what it depends on, and last the embedded database.
 * A second signal waits for the database only, a third for nothing.
 */
export function openStop(log: Log) {
  const working: Step[] = []
  const below: Step[] = []
  const last: Step[] = []
  const hurry = new AbortController()
  let signals = 0
  let lastAt = Number.NEGATIVE_INFINITY
  let ending: Promise<void> | undefined

  const all = (steps: readonly Step[]) =>
    Promise.all(
      steps.map(async (step) => {
        await Promise.resolve()
          .then(step)
          .catch((error: unknown) => log.error({ err: error }, 'a part did not stop in order'))
      }),
    )
  async function inOrder(): Promise<void> {
    await all(working)
    await all(below)
  }
  async function end(code: number): Promise<never> {
    const hurried = 'a second signal'
    const aborted = new Promise<string>((resolve) => hurry.signal.addEventListener('abort', () => resolve(hurried)))
    const waitedFor = await Promise.race([
      inOrder().then(() => 'what was at work'),
      sleep(patienceMs, 'no longer', { ref: false }),
      ...(hurry.signal.aborted ? [] : [aborted]),
    ])
    log.info({ waitedFor }, 'stopped')
    await all(last)
    process.exit(code)
  }
  return {
    /** Adds a part that works. */
    first: (step: Step) => void working.push(step),
    /** Adds a part that the working ones depend on. */
    next: (step: Step) => void below.push(step),
    atLast: (step: Step) => void last.push(step),
    now(signal: string): void {
      const now = performance.now()
      const isSame = now - lastAt < togetherMs
      lastAt = now
      if (isSame) return
      signals++
      if (signals === 3) process.exit(1)
      if (signals === 2) hurry.abort()
      if (signals > 1 || ending) return
      log.info({ signal }, 'stopping')
      ending = end(0)
    },
    /** Reports why the start failed, and ends what is running. */
    async failed(sentence: string, error: unknown): Promise<void> {
      // A signal has arrived before the start was complete.
      if (ending) return
      log.debug({ err: error }, 'the start failed')
      process.stderr.write(`${sentence}\n`)
      ending = end(1)
      await ending
    },
  }
}
