import type { Activity } from '#contract/together/presence'

/** What a user does at a record; null after leaving it. */
export interface Doing {
  readonly activity: Activity
  readonly field: string
}

/** Interval in milliseconds, so that two messages fit into `presenceSeconds`, after which a user counts as gone. */
const repeatMs = 10_000
/** Minimum milliseconds between messages, so that tabbing through a form only reports the last field. */
const restMs = 1000

/**
 * Reports what a user does: at once, then at most once per `restMs` and after the previous response, and periodically.
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
    // a failed message is repeated by the next one
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
    // leaving is reported only once
    if (doing) timer = setTimeout(() => void tell(now()), repeatMs)
  }

  return {
    /** Reports if the activity has changed. */
    look,
    /** Reports again even without a change. */
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
