import { limits } from '#contract/limits'

const { freeFailures, waitPerFailureSeconds, lockAfterFailures, lockSeconds } = limits.login

/** Failed attempts of a username, as counted by the server, and the time until which further ones are refused. */
export interface Throttle {
  username: string
  failures: number
  until: number
}

/** Returns the state after wrong credentials, with the count in the server's answer. */
export function afterFailure(username: string, failures: number, now: number): Throttle {
  return { username: keyOf(username), failures, until: now + waitSeconds(failures) * 1000 }
}

/** Returns the state after the server refused to check the credentials. */
export function afterRefusal(username: string, failures: number, retryAfter: number, now: number): Throttle {
  return { username: keyOf(username), failures, until: now + retryAfter * 1000 }
}

export type Blocking = 'free' | 'waiting' | 'locked'

/** Returns what blocks an attempt of this username now. */
export function blocking(throttle: Throttle | null, username: string, now: number): Blocking {
  if (!throttle || throttle.username !== keyOf(username) || now >= throttle.until) return 'free'
  return throttle.failures > lockAfterFailures ? 'locked' : 'waiting'
}

/** Returns the progress of a wait: whole seconds left, and the elapsed share (0 to 1). */
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
