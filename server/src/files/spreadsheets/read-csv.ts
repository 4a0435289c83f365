import { readFile } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse/sync'
import { limits } from '#contract/limits'
import type { Ctx } from '../../http/context.ts'
import { unguarded } from './csv.ts'
import { refuse, refuseOtherKinds } from './refuse.ts'

export interface CsvRecord {
  /** Where it stands in the file, from 1. */
  readonly line: number
  /** Its cells by the names in the head of the file, in lower case. */
  readonly cells: Readonly<Record<string, string>>
}

/** Reads a small CSV file whole: UTF-8, UTF-16 or Windows-1252; semicolon, comma or tab. Errors: UNREADABLE_CSV. */
export async function readCsvFile(ctx: Ctx, path: string): Promise<CsvRecord[]> {
  const bytes = await readFile(path)
  refuseOtherKinds(ctx, bytes)
  const text = decode(bytes)
  if (text.includes('\0')) refuse(ctx, 'binary')
  try {
    const rows = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: limits.listImport.rows + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    if (rows.length > limits.listImport.rows + 1) refuse(ctx, 'rows', { limit: limits.listImport.rows })
    const [head, ...records] = rows
    const names = (head?.record ?? []).map((name) => name.toLowerCase())
    return records.map(({ record, info }) => ({ line: info.lines, cells: cellsOf(names, record) }))
  } catch (error) {
    if (error instanceof CsvError) refuse(ctx, 'quotes')
    throw error
  }
}

function cellsOf(names: readonly string[], record: readonly string[]): Record<string, string> {
  const cells: Record<string, string> = Object.create(null)
  for (const [index, name] of names.entries()) if (name) cells[name] = unguarded(record[index] ?? '')
  return cells
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Whichever of the three stands most often in the head. */
function delimiterOf(text: string): string {
  const head = text.slice(0, text.search(/[\r\n]|$/))
  const count = (sign: string) => head.split(sign).length
  return [';', ',', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}
