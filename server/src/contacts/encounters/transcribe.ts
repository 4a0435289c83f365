import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { TranscriptionReason } from '#contract/contacts/voice-memos'
import type { TranscriptionCommand, TranscriptionService } from '../../config.ts'

/** The transcribed text, or the reason for a failure and whether a retry may succeed. */
export type Transcription =
  | { readonly text: string }
  | { readonly reason: TranscriptionReason; readonly tryAgain: boolean }

const failed = (reason: TranscriptionReason, tryAgain = true): Transcription => ({ reason, tryAgain })
const said = (text: string): Transcription => (text.trim() ? { text: text.trim() } : failed('NO_TEXT', false))

const mostBytes = 1024 * 1024

/** Sends the recording to a service with the API of OpenAI (`POST /v1/audio/transcriptions`). */
export async function askService(
  { url, key, model }: TranscriptionService,
  audio: Buffer,
  language: string,
  signal: AbortSignal,
): Promise<Transcription> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(audio)], { type: 'audio/mpeg' }), 'voicememo.mp3')
  form.append('model', model)
  form.append('language', language)
  form.append('response_format', 'json')
  try {
    // The form is sent as one buffer: while it streams a form, fetch loses the error if the service answers early.
    const whole = new Response(form)
    const type = whole.headers.get('content-type') ?? ''
    const headers = { 'content-type': type, ...(key ? { authorization: `Bearer ${key}` } : {}) }
    const body = await whole.arrayBuffer()
    const response = await fetch(url, { method: 'POST', body, headers, redirect: 'error', signal })
    if (response.status === 429 || response.status >= 500) return failed('UNREACHABLE')
    if (!response.ok) return failed('REFUSED', false)
    const text = textIn(await limited(response))
    return text === null ? failed('UNREADABLE') : said(text)
  } catch {
    return failed(signal.aborted ? 'TIMEOUT' : 'UNREACHABLE')
  }
}

async function limited(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > mostBytes) return ''
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function textIn(answer: string): string | null {
  try {
    const { text } = JSON.parse(answer) as { text?: unknown }
    return typeof text === 'string' ? text : null
  } catch {
    return null
  }
}

/** Runs a local program with the path of the recording as its last argument; its standard output is the text. */
export async function runCommand(
  { command }: TranscriptionCommand,
  audio: Buffer,
  folder: string,
  signal: AbortSignal,
): Promise<Transcription> {
  const place = path.join(folder, `${randomUUID()}.mp3`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(place, audio, { mode: 0o600 })
    return await outputOf(command, place, signal)
  } finally {
    await rm(place, { force: true })
  }
}

function outputOf([program = '', ...args]: readonly string[], place: string, signal: AbortSignal) {
  return new Promise<Transcription>((resolve) => {
    // Detached, so that the child has a process group of its own and its descendants are killed with it.
    const child = spawn(program, [...args, place], { stdio: ['ignore', 'pipe', 'ignore'], detached: true })
    const end = () => child.pid && process.kill(-child.pid, 'SIGKILL')
    signal.addEventListener('abort', end, { once: true })
    const parts: Buffer[] = []
    let length = 0
    child.stdout.on('data', (part: Buffer) => {
      length += part.length
      if (length <= mostBytes) parts.push(part)
    })
    child.on('error', () => resolve(failed('COMMAND_FAILED', false)))
    child.on('close', (code) => {
      signal.removeEventListener('abort', end)
      if (signal.aborted) resolve(failed('TIMEOUT'))
      else if (code !== 0) resolve(failed('COMMAND_FAILED'))
      else resolve(said(Buffer.concat(parts).toString('utf8')))
    })
  })
}
