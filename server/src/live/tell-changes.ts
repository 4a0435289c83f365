import { channel, mayHear, readSubject } from '#contract/live'
import type { SignedIn } from '../http/actors.ts'
import { type Connected, send } from './connected.ts'

/** Changes often come in bursts: they are collected for this many milliseconds and sent in one message. */
const gatherMs = 30
/** Upper limit of changes in one message; beyond it only the kinds of subjects are sent. */
const maxGathered = 200
const maxRecent = 1000
const everything = JSON.stringify(['everything'])

/** Tells connected clients what changed, as far as they may know, and new ones what changed just before they came. */
export function tellChanges(everybody: ReadonlySet<Connected>) {
  let gathered = new Set<string>()
  let telling: NodeJS.Timeout | undefined
  const recent: { text: string; at: number }[] = []
  /** Time of the latest change that was dropped from `recent`. */
  let forgottenAt = Number.NEGATIVE_INFINITY

  function tell(): void {
    telling = undefined
    const told = [...gathered]
    gathered = new Set()
    send(everybody, 'changes', bodyOf(told))
  }

  return {
    changed(text: string): void {
      recent.push({ text, at: Date.now() })
      if (recent.length > maxRecent) forgottenAt = recent.splice(0, maxRecent / 2).at(-1)?.at ?? forgottenAt
      if (everybody.size === 0) return
      gathered.add(text)
      telling ??= setTimeout(tell, gatherMs)
    },
    /** Tells every browser to reload, because it is unknown what changed. */
    everythingChanged: () => send(everybody, 'changes', () => everything),
    tellRecent(one: Connected): void {
      const since = Date.now() - channel.recentMs
      const told = recent.filter(({ at }) => at > since).map(({ text }) => text)
      send([one], 'changes', forgottenAt > since ? () => everything : bodyOf([...new Set(told)]))
    },
    stop: () => clearTimeout(telling),
  }
}

/** Returns a function that selects what a user may hear as a message body, or null for nothing. */
function bodyOf(told: readonly string[]): (user: SignedIn) => string | null {
  const texts = told.length > maxGathered ? [...new Set(told.map((text) => text.split(' ', 1)[0] ?? ''))] : told
  const subjects = texts.flatMap((text) => {
    const subject = readSubject(text)
    return subject ? [{ text, subject }] : []
  })
  return ({ id, permissions }) => {
    const heard = subjects.filter(({ subject }) => mayHear(subject, id, permissions)).map(({ text }) => text)
    return heard.length > 0 ? JSON.stringify(heard) : null
  }
}
