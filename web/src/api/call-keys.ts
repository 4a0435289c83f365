import type { Endpoint } from '#contract/endpoint'
import { newId } from '../state/new-id.ts'
import { inTab } from '../state/storage.ts'
import type { ApiError } from './client.ts'

const stored = 'unanswered calls'

/** Milliseconds in which the same input is taken for the same call. Afterwards it is a new one. */
const repeatedWithinMs = 10 * 60_000

interface Unanswered {
  readonly key: string
  /** Milliseconds since 1970. */
  readonly at: number
}

const underWay = new Set<string>()

/**
 * Makes a call with its idempotency key. When no answer comes, the server may have made the change or not: the same
 * call with the same input then has the same key, so that saving again adds nothing twice. Like unsaved input, the keys
 * are kept over a reload of the page.
 */
export async function underKey<Answer>(
  { path }: Endpoint,
  input: unknown,
  run: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const what = `${path} ${JSON.stringify(input, withFiles)}`
  const before = unanswered()[what]
  const key = before && !underWay.has(before.key) ? before.key : newId()
  note({ ...unanswered(), [what]: { key, at: Date.now() } })
  underWay.add(key)
  const forget = () => {
    const { [what]: mine, ...others } = unanswered()
    if (mine?.key === key) note(others)
  }
  try {
    const answer = await run(key)
    forget()
    return answer
  } catch (error) {
    if (isRefusal(error)) forget()
    throw error
  } finally {
    underWay.delete(key)
  }
}

/** Returns whether the server itself answered, so that it is known that nothing was changed. */
const isRefusal = (error: unknown): boolean => (error as Partial<ApiError>).problem?.code !== undefined

/** Writes the size of a file, which JSON would leave empty. The server compares the contents. */
const withFiles = (_: string, value: unknown): unknown => (value instanceof Blob ? { size: value.size } : value)

/** Returns the latest calls without an answer, by path and input. */
function unanswered(): Record<string, Unanswered> {
  const calls = Object.entries((inTab.readJson(stored) ?? {}) as Record<string, Unanswered>)
  return Object.fromEntries(calls.filter(([, { at }]) => Date.now() - at < repeatedWithinMs))
}

const note = (calls: Record<string, Unanswered>) =>
  inTab.writeJson(stored, Object.keys(calls).length > 0 ? calls : null)
