import { limits } from '#contract/limits'
import { refuse } from '../../files/spreadsheets/refuse.ts'
import type { Ctx } from '../../http/context.ts'
import { detectEncoding, type Encoding, maxHeaderBytes, sampleBytes, utf8Pieces } from './encoding.ts'
import { scanCsv } from './scan-csv.ts'

const maxRecordBytes = 1024 * 1024

/** What is known of a file before it is imported. */
export interface Inspected {
  readonly encoding: Encoding
  readonly delimiter: string
  readonly columns: string[]
  readonly preview: string[][]
  /** Offset in bytes at which the data begins, in the content as UTF-8. */
  readonly firstByte: number
  readonly firstLine: number
}

const delimiters = [';', ',', '\t'] as const
const previewRows = 20
const previewCellLength = 200

/** Errors: UNREADABLE_CSV with the reason in the language of the request. */
export async function inspectFile(ctx: Ctx, path: string): Promise<Inspected> {
  const { encoding, sample, delimiter, skip } = await layoutOf(ctx, path)
  const start = { startByte: skip, startLine: skip > 0 ? 2 : 1 }
  const header = await first(scanCsv([sample.subarray(skip)], { ...scanOptions(delimiter), ...start }))
  if (!header) refuse(ctx, 'empty')
  const { columns: most } = limits.import
  if (header.cellCount > most) refuse(ctx, 'columns', { limit: most })
  if (header.nextByte > maxHeaderBytes + skip) {
    refuse(ctx, header.problem === 'openQuote' ? 'quote' : 'header', { limit: maxHeaderBytes / 1024 })
  }
  if (header.problem) refuse(ctx, 'quote')
  const preview: string[][] = []
  for await (const record of scanCsv(utf8Pieces(ctx, path, encoding), scanOptions(delimiter))) {
    if (record.nextByte <= header.nextByte) continue
    preview.push(record.cells.map((cell) => shortened(cell)))
    if (preview.length === previewRows) break
  }
  if (preview.length === 0) refuse(ctx, 'noRows')
  return {
    encoding,
    delimiter,
    columns: header.cells.map((cell) => cell.trim()),
    preview,
    firstByte: header.nextByte,
    firstLine: header.nextLine,
  }
}

/** Returns the encoding, a sample, the delimiter, and how many bytes precede the header. Errors: UNREADABLE_CSV. */
export async function layoutOf(ctx: Ctx, path: string) {
  const encoding = await detectEncoding(ctx, path)
  const sample = await sampleOf(utf8Pieces(ctx, path, encoding))
  return { encoding, sample, ...(await delimiterOf(sample)) }
}

/** `maxCells` exceeds the limit of columns so that a row with a few cells too many can still be shown. */
export const scanOptions = (delimiter: string) => ({
  delimiter,
  maxRecordBytes,
  maxCells: limits.import.columns + 100,
})

const shortened = (cell: string) =>
  cell.length > previewCellLength ? `${cell.slice(0, previewCellLength - 1).toWellFormed()}…` : cell

async function sampleOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const piece of pieces) {
    parts.push(piece)
    length += piece.length
    if (length >= sampleBytes) break
  }
  return Buffer.concat(parts).subarray(0, sampleBytes)
}

/** Returns the delimiter that splits the first rows most evenly into columns, or the one of Excel's `sep=;` line. */
async function delimiterOf(sample: Buffer): Promise<{ delimiter: string; skip: number }> {
  const named = /^sep=([;,\t])(\r\n|\n|\r)/i.exec(sample.toString('utf8', 0, 10))
  if (named) return { delimiter: named[1] as string, skip: Buffer.byteLength(named[0]) }
  let best = { delimiter: ';', score: -1 }
  for (const delimiter of delimiters) {
    const score = await scoreOf(sample, delimiter)
    if (score > best.score) best = { delimiter, score }
  }
  return { delimiter: best.delimiter, skip: 0 }
}

async function scoreOf(sample: Buffer, delimiter: string): Promise<number> {
  const counts: number[] = []
  for await (const record of scanCsv([sample], scanOptions(delimiter))) {
    counts.push(record.cellCount)
    if (counts.length === previewRows) break
  }
  const [columns = 1] = counts
  if (columns === 1) return 0
  const alike = counts.filter((count) => count === columns).length / counts.length
  return alike * 1000 + Math.min(columns, 999)
}

async function first<T>(items: AsyncIterable<T>): Promise<T | undefined> {
  for await (const item of items) return item
  return undefined
}
