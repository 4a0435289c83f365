import { limits } from '#contract/limits'

const { freeFailures, waitPerFailureSeconds, lockAfterFailures, lockSeconds } = limits.login

/** What failures there were for one username, as the server counts them, and until when it refuses the next attempt. */
export interface Throttle {
  username: string
  failures: number
  until: number
}

/** After a wrong sign-in, with the count that the server answered. */
export function afterFailure(username: string, failures: number, now: number): Throttle {
  return { username: keyOf(username), failures, until: now + waitSeconds(failures) * 1000 }
}

/** After the server refused to try at all. */
export function afterRefusal(username: string, failures: number, retryAfter: number, now: number): Throttle {
  return { username: keyOf(username), failures, until: now + retryAfter * 1000 }
}

export type Blocking = 'free' | 'waiting' | 'locked'

/** What stands in the way of an attempt by this username now. */
export function blocking(throttle: Throttle | null, username: string, now: number): Blocking {
  if (!throttle || throttle.username !== keyOf(username) || now >= throttle.until) return 'free'
  return throttle.failures > lockAfterFailures ? 'locked' : 'waiting'
}

/** How far a wait has gone: whole seconds left, and the share that is over (0 to 1). */
export function progress({ failures, until }: Throttle, now: number): { left: number; share: number } {
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  const whole = Math.max(left, waitSeconds(failures))
  return { left, share: whole === 0 ? 1 : 1 - left / whole }
}

function waitSeconds(failures: number): number {
  if (failures > lockAfterFailures) return lockSeconds
  return failures > freeFailures ? failures * waitPerFailureSeconds : 0
}

const keyOf = (username: string) => username.trim().toLowerCase()
