import type { Activity } from '#contract/together/presence'

/** What somebody does with a record; null when they have left it. */
export interface Doing {
  readonly activity: Activity
  readonly field: string
}

/** Twice within `presenceSeconds`, after which somebody counts as gone. */
const repeatMs = 10_000
/** Whoever goes through a form with the tab key is told where they stop. */
const restMs = 1000

/**
 * Tells what somebody does: at once, then the latest after a rest, each after the one before has been answered, and again
 * from time to time.
 */
export function openTeller(send: (doing: Doing | null) => Promise<unknown>, now: () => Doing | null) {
  let told: string | undefined = 'null'
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false
  let isResting = false
  let isOver = false

  async function tell(doing: Doing | null): Promise<void> {
    clearTimeout(timer)
    told = JSON.stringify(doing)
    isSending = true
    // what did not arrive is said again the next time
    await send(doing).catch(() => {})
    isSending = false
    if (isOver) return doing ? tell(null) : undefined
    isResting = true
    timer = setTimeout(() => {
      isResting = false
      look()
    }, restMs)
  }

  function look() {
    if (isOver || isSending || isResting) return
    const doing = now()
    if (JSON.stringify(doing) !== told) return void tell(doing)
    clearTimeout(timer)
    // whoever is nowhere says it once
    if (doing) timer = setTimeout(() => void tell(now()), repeatMs)
  }

  return {
    /** Something else may be done now. */
    look,
    /** Says it once more. */
    repeat() {
      told = undefined
      look()
    },
    leave() {
      isOver = true
      clearTimeout(timer)
      if (!isSending && told !== 'null') void tell(null)
    },
  }
}
