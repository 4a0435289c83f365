import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { limits } from '#contract/limits'
import type { Ctx } from '../../http/context.ts'
import { unguarded } from './csv.ts'
import { refuse, refuseOtherKinds } from './refuse.ts'

export interface CsvRecord {
  /** Line number in the file, from 1. */
  readonly line: number
  /** Cells by the column names in lower case. */
  readonly cells: Readonly<Record<string, string>>
}

/** Upper limit of characters in a row. */
const mostSigns = 1_000_000
/** Number of rows after which other work gets its turn. */
export const rowsInTurn = 100

/** Reads a small CSV file whole. Errors: as of `streamCsvFile`. */
export async function readCsvFile(ctx: Ctx, path: string): Promise<CsvRecord[]> {
  const records: CsvRecord[] = []
  for await (const record of streamCsvFile(ctx, path, limits.listImport.rows)) records.push(record)
  return records
}

/**
 * Reads a CSV file of at most `most` rows, one by one: UTF-8, UTF-16 or Windows-1252; semicolon, comma or tab. Errors:
 * UNREADABLE_CSV, also for too many columns or too long rows.
 */
export async function* streamCsvFile(ctx: Ctx, path: string, most: number): AsyncGenerator<CsvRecord> {
  const head = await beginOf(path)
  refuseOtherKinds(ctx, head)
  const encoding = await encodingOf(path, head)
  const { columns } = limits.import
  const options = {
    bom: true,
    // The only hook that is called for a cell before the whole row is in memory.
    cast: (cell: string, { index }: { index: number }) =>
      index < columns ? cell : refuse(ctx, 'columns', { limit: columns }),
    delimiter: delimiterOf(new TextDecoder(encoding).decode(head)),
    info: true,
    max_record_size: mostSigns,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  }
  const rows = pipeline(textOf(ctx, path, encoding), parse(options), () => undefined)
  let names: string[] | undefined
  let count = 0
  try {
    for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (!names) {
        names = record.map((name) => name.toLowerCase())
        continue
      }
      count += 1
      if (count > most) refuse(ctx, 'rows', { limit: most })
      if (count % rowsInTurn === 0) await setImmediate()
      yield { line: info.lines, cells: cellsOf(names, record) }
    }
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE') refuse(ctx, 'row', { limit: mostSigns })
    if (error instanceof CsvError) refuse(ctx, 'quotes')
    throw error
  }
}

function cellsOf(names: readonly string[], record: readonly string[]): Record<string, string> {
  const cells: Record<string, string> = Object.create(null)
  for (const [index, name] of names.entries()) if (name) cells[name] = unguarded(record[index] ?? '')
  return cells
}

const headBytes = 64 * 1024

async function beginOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Returns the encoding, by the byte order mark or by whether the whole file is valid UTF-8. */
async function encodingOf(path: string, head: Buffer): Promise<string> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of createReadStream(path)) decoder.decode(piece as Buffer, { stream: true })
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

async function* textOf(ctx: Ctx, path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of createReadStream(path)) {
    const text = decoder.decode(piece as Buffer, { stream: true })
    if (text.includes('\0')) refuse(ctx, 'binary')
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/** Returns the delimiter that occurs most often in the first line. */
function delimiterOf(text: string): string {
  const head = text.slice(0, text.search(/[\r\n]|$/))
  const count = (sign: string) => head.split(sign).length
  return [';', ',', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}
