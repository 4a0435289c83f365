import type { bookingApi } from '#contract/calendars/booking'
import { bookingCalls } from '#contract/calendars/booking-calls'
import type { AnswerOf, InputOf } from '#contract/endpoint'
import type { Problem } from '#contract/errors'
import { currentLanguage } from '../../../i18n/i18n.ts'

type Api = typeof bookingApi

/** An error response; without details if the server did not send any. */
export class Refused extends Error {
  readonly status: number
  readonly problem: Partial<Problem>
  constructor(status: number, problem: Partial<Problem>) {
    super(problem.detail ?? `HTTP ${status}`)
    this.status = status
    this.problem = problem
  }
}

/** Calls an endpoint of the booking page. The client of the app would make the bundle too large. Errors: Refused. */
export async function call<Name extends keyof Api>(
  name: Name,
  input: InputOf<Api[Name]>,
): Promise<AnswerOf<Api[Name]>> {
  const { method, path } = bookingCalls[name]
  const {
    params = {},
    query = {},
    body,
  } = input as Record<'params' | 'query', Record<string, string>> & { body?: object }
  const url = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const headers = { 'accept-language': currentLanguage(), ...(body ? { 'content-type': 'application/json' } : {}) }
  const response = await fetch(`${url}?${new URLSearchParams(query)}`, {
    ...{ method, headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => {
    throw new Refused(0, {})
  })
  if (!response.ok) throw new Refused(response.status, await response.json().catch(() => ({})))
  const text = await response.text()
  return (text ? JSON.parse(text) : undefined) as AnswerOf<Api[Name]>
}
