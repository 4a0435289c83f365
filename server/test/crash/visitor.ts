import { setTimeout as sleep } from 'node:timers/promises'
import { type AnswerOf, type Endpoint, type InputOf, pathOf } from '#contract/endpoint'

/** User of a product that is killed again and again; repeats each call until it is answered. */
export class Visitor {
  /** Address of the product; null while it does not listen. */
  address: string | null = null
  #cookie = ''

  async signIn(username: string, password: string): Promise<void> {
    const answer = await this.#ask('POST', '/api/auth/signin', jsonOf({ username, password }))
    this.#cookie = String(answer.headers.get('set-cookie')).split(';')[0] ?? ''
  }

  async call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<AnswerOf<E>> {
    const { params, body } = input as { params?: Record<string, string>; body?: Record<string, string> }
    const content = endpoint.upload ? formOf(body) : jsonOf(body)
    return (await this.#ask(endpoint.method, pathOf(endpoint, params), content)).json() as Promise<AnswerOf<E>>
  }

  async #ask(method: string, path: string, content: () => RequestInit): Promise<Response> {
    for (;;) {
      const answer = this.address === null ? null : await this.#try(method, path, content()).catch(() => null)
      if (answer?.ok) return answer
      // Repeating does not help when the call itself is wrong.
      if (answer && answer.status < 500) {
        throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
      }
      await sleep(100)
    }
  }

  /** Reads the whole response; an interrupted response throws. */
  async #try(method: string, path: string, content: RequestInit): Promise<Response> {
    const answer = await fetch(`${this.address}${path}`, {
      method,
      ...content,
      headers: { ...content.headers, cookie: this.#cookie },
      signal: AbortSignal.timeout(20_000),
    })
    return new Response(await answer.text(), { status: answer.status, headers: answer.headers })
  }
}

const jsonOf = (body: unknown) => () => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' } as Record<string, string>,
})

const formOf =
  (fields: Record<string, string> = {}) =>
  () => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    return { body, headers: {} }
  }
