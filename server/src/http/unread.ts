import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import type { ErrorCode } from '#contract/errors'
import type { Language } from '#contract/limits'
import { fail, toProblem } from './problem.ts'
import { headersAlone } from './security.ts'
import { languageIn } from './session.ts'

/** Answers an invalid or too slow request and closes the connection, because Node passes none to the app then. */
export function answerUnread(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { rawPacket: read }: { rawPacket?: unknown } = error
  const asked = /^accept-language:(.*)$/im.exec(Buffer.isBuffer(read) ? read.toString('latin1') : '')?.[1]
  const problem = problemOf(codes[error.code] ?? 'MALFORMED_BODY', languageIn(asked))
  const content = Buffer.from(JSON.stringify(problem))
  const headers = {
    ...headersAlone,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': content.length,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n`)
  socket.write(content)
  socket.destroySoon()
}

const codes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'PAYLOAD_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

function problemOf(code: ErrorCode, language: Language) {
  try {
    return fail(code)
  } catch (error) {
    return toProblem(error, language).problem
  }
}
