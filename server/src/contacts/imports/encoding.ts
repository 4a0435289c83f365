import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { refuse, refuseOtherKinds } from '../../files/spreadsheets/refuse.ts'
import type { Ctx } from '../../http/context.ts'

export type Encoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252'

const pieceBytes = 1024 * 1024
export const maxHeaderBytes = 64 * 1024
/** Size of the sample in bytes: the largest header allowed plus enough rows to recognise the layout. */
export const sampleBytes = maxHeaderBytes + 64 * 1024

/**
 * Returns the encoding of a file by its content: a byte order mark, NUL bytes where UTF-16 has them, else UTF-8 if all
 * bytes are valid, else Windows-1252. Errors: UNREADABLE_CSV for a binary file.
 */
export async function detectEncoding(ctx: Ctx, path: string): Promise<Encoding> {
  const head = await readHead(path)
  refuseOtherKinds(ctx, head)
  if (head[0] === 0xff && head[1] === 0xfe) return 'UTF-16LE'
  if (head[0] === 0xfe && head[1] === 0xff) return 'UTF-16BE'
  const wide = wideWithoutMark(head)
  if (wide) return wide
  const marked = head.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf))
  return (await isUtf8(ctx, path)) || marked ? 'UTF-8' : 'Windows-1252'
}

/** Yields the content as UTF-8 without byte order mark, in pieces of about 1 MB. */
export async function* utf8Pieces(ctx: Ctx, path: string, encoding: Encoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding.toLowerCase())
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    const text = decoder.decode(piece, { stream: true })
    // PostgreSQL cannot store NUL; in UTF-16 it is only visible after decoding.
    if (text.includes('\0')) refuse(ctx, 'binary')
    if (text) yield Buffer.from(text)
  }
  const rest = decoder.decode()
  if (rest) yield Buffer.from(rest)
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Recognises UTF-16 without byte order mark: every second byte of Latin text is zero. */
function wideWithoutMark(head: Buffer): Encoding | null {
  const pairs = Math.floor(Math.min(head.length, 4096) / 2)
  let [even, odd] = [0, 0]
  for (let at = 0; at < pairs * 2; at += 2) {
    if (head[at] === 0) even++
    if (head[at + 1] === 0) odd++
  }
  if (pairs < 2) return null
  if (odd > pairs * 0.4 && even < pairs * 0.05) return 'UTF-16LE'
  if (even > pairs * 0.4 && odd < pairs * 0.05) return 'UTF-16BE'
  return null
}

async function isUtf8(ctx: Ctx, path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let valid = true
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    if ((piece as Buffer).includes(0)) refuse(ctx, 'binary')
    if (valid) valid = accepts(decoder, piece as Buffer)
  }
  return valid && accepts(decoder)
}

function accepts(decoder: InstanceType<typeof TextDecoder>, piece?: Buffer): boolean {
  try {
    decoder.decode(piece, { stream: piece !== undefined })
    return true
  } catch {
    return false
  }
}
