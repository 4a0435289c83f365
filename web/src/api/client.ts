import { type AnswerOf, type Endpoint, type InputOf, urlOf } from '#contract/endpoint'
import type { ErrorCode, Problem } from '#contract/errors'
import { readTold, type Subject, tabHeader, toldHeader } from '#contract/live'
import { currentLanguage, silenceSentence } from '../i18n/i18n.ts'
import { newId } from '../state/new-id.ts'
import { underKey } from './call-keys.ts'
import { gzip } from './gzip.ts'
import type { Called } from './told.ts'

/** Statuses without an answer of the server: none at all, or that of a proxy whose server is unreachable. */
const silent = [0, 502, 503, 504]

/** Error of a call, with the problem that the server reported; status 0 when there was no answer. */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Partial<Problem>
  /** True when the server itself sent no answer. */
  readonly isSilent: boolean
  constructor(status: number, problem: Partial<Problem>) {
    const isSilent = silent.includes(status)
    super(problem.detail ?? (isSilent ? silenceSentence() : `HTTP ${status}`))
    this.isSilent = isSilent
    this.status = status
    this.problem = problem
  }
  /** Faulty fields, as `Form` marks them. */
  get errors() {
    return this.problem.errors
  }
}

interface CallInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  file?: Blob
  files?: readonly File[]
}

export interface CallOptions {
  signal?: AbortSignal
  /** Receives the sent share (0 to 1) of an upload. */
  onProgress?: (share: number) => void
  /** The screen already shows the change, so the call does not wait until stale reads are repeated. */
  ahead?: boolean
}

interface KeyedOptions extends CallOptions {
  idempotencyKey: string | undefined
}

interface AnswerOptions<Answer> extends CallOptions {
  /** Runs with the answer, before stale reads are repeated. */
  onAnswer?: (answer: Answer) => unknown
}

/** Id of this tab. The live channel ignores changes of this tab, known from their answers, unless one got lost. */
export const tab = newId().slice(0, 13)

/** Reaction of the screens to the calls of this tab. */
interface Follower {
  changed(told: readonly Subject[], called: Called, since: number): Promise<void>
  refused(code: ErrorCode | undefined, called: Called): void
  /** No answer came, or none of the server: the change may have been made, or may still be. */
  lost(): void
}
let follower: Follower | undefined
export function followCalls(by: Follower): void {
  follower = by
}

/** Makes a call of the contract; a change resolves once the screens show it. Errors: ApiError. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: AnswerOptions<AnswerOf<E>> = {},
): Promise<AnswerOf<E>> {
  const { ends = false } = endpoint
  const { onAnswer, ahead = false } = options
  const called = { input, ahead, ends }
  try {
    const { answer, told, since } = await (endpoint.idempotencyKey
      ? underKey(endpoint, input, (key) => answerOf(endpoint, input, options, key))
      : answerOf(endpoint, input, options))
    await onAnswer?.(answer)
    if (told) await follower?.changed(readTold(told), called, since)
    return answer
  } catch (error) {
    if (isChange(endpoint)) tellFailed(error, called)
    throw error
  }
}

function tellFailed(error: unknown, called: Called): void {
  const code = error instanceof ApiError ? error.problem.code : undefined
  follower?.refused(code, called)
  if (!code) follower?.lost()
}

const isChange = ({ method, reads }: Endpoint) => method !== 'GET' && !reads

async function answerOf<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions,
  idempotencyKey?: string,
): Promise<{ answer: AnswerOf<E>; told: string | null; since: number }> {
  const { params, query, body, file, files = file && [file] } = input as CallInput
  const url = urlOf(endpoint, params, query)
  const keyed = { ...options, idempotencyKey }
  const response = files ? await send(url, files, body, keyed) : await request(endpoint, url, body, keyed)
  if (!response.ok) throw new ApiError(response.status, await problemOf(response))
  const since = Date.now()
  return { answer: await read(endpoint, response), told: response.headers.get(toldHeader), since }
}

async function read<E extends Endpoint>(endpoint: E, response: Response): Promise<AnswerOf<E>> {
  if (response.status === 204) return undefined as AnswerOf<E>
  return ('file' in endpoint.response ? response.blob() : response.json()) as Promise<AnswerOf<E>>
}

async function request(
  { method, reads }: Endpoint,
  url: string,
  body: unknown,
  { signal, idempotencyKey }: Pick<KeyedOptions, 'signal' | 'idempotencyKey'>,
): Promise<Response> {
  const headers: Record<string, string> = {
    'content-encoding': 'gzip',
    'accept-language': currentLanguage(),
    [tabHeader]: tab,
  }
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  const hasBody = method !== 'GET' && body !== undefined
  if (hasBody) headers['content-type'] = 'application/json'
  try {
    const written = hasBody ? JSON.stringify(body) : ''
    const begun = method === 'GET' || reads ? takeBegun(url + written) : undefined
    if (begun) return await begun
    return await fetch(url, { method, headers, signal, body: hasBody ? await gzip(written) : undefined })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, {})
  }
}

/** Requests that the page itself sent before the code was loaded, by address and body. */
let { begun } = globalThis as { begun?: Map<string, Promise<Response>> }

function takeBegun(asked: string): Promise<Response> | undefined {
  const answer = begun?.get(asked)
  begun?.delete(asked)
  return answer
}

/** Drops the requests of the page that no screen used, because their answers grow old. */
export function forgetBegun(): void {
  begun = undefined
}

/** Sends an upload with XMLHttpRequest, because fetch reports no progress. */
function send(
  url: string,
  files: readonly Blob[],
  fields: unknown,
  { signal, onProgress, idempotencyKey }: Pick<KeyedOptions, 'signal' | 'onProgress' | 'idempotencyKey'>,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const upload = new XMLHttpRequest()
    const form = new FormData()
    for (const [name, value] of Object.entries(fields ?? {})) form.append(name, value === null ? '' : String(value))
    for (const file of files) form.append('file', file)
    upload.open('POST', url)
    upload.setRequestHeader('accept-language', currentLanguage())
    upload.setRequestHeader(tabHeader, tab)
    if (idempotencyKey) upload.setRequestHeader('idempotency-key', idempotencyKey)
    upload.responseType = 'blob'
    upload.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0)
    upload.onload = () =>
      resolve(
        new Response(upload.status === 204 ? null : upload.response, {
          status: upload.status,
          headers: headersOf(upload),
        }),
      )
    upload.onerror = () => reject(new ApiError(0, {}))
    upload.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    signal?.addEventListener('abort', () => upload.abort())
    upload.send(form)
  })
}

function headersOf(upload: XMLHttpRequest): Record<string, string> {
  const subjects = upload.getResponseHeader(toldHeader)
  return subjects ? { [toldHeader]: subjects } : {}
}

async function problemOf(response: Response): Promise<Partial<Problem>> {
  try {
    return (await response.json()) as Problem
  } catch {
    return {}
  }
}
