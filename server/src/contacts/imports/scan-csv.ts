export interface CsvRecord {
  /** Line of the file on which the record begins. */
  readonly line: number
  /** Offset in bytes after the record, and the line there. */
  readonly nextByte: number
  readonly nextLine: number
  readonly cells: string[]
  /** Number of cells, including those above `maxCells`, which are dropped. */
  readonly cellCount: number
  readonly problem: 'tooLong' | 'openQuote' | null
}

interface Options {
  readonly delimiter: string
  /** A longer record is read to its end without being stored, and is reported as `tooLong`. */
  readonly maxRecordBytes: number
  readonly maxCells: number
  /** Offset of the first piece. */
  readonly startByte?: number
  readonly startLine?: number
}

const [quote, lf, cr] = [0x22, 0x0a, 0x0d]

/**
 * Reads CSV from pieces of UTF-8. Records end with LF, CRLF or CR in any mixture; a quote inside an unquoted cell and
 * text after a closing quote are taken literally. Records without any text are skipped.
 */
export async function* scanCsv(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: Options,
): AsyncGenerator<CsvRecord> {
  const { maxRecordBytes, maxCells } = options
  const delimiter = options.delimiter.charCodeAt(0)
  const kept = Buffer.allocUnsafe(maxRecordBytes)
  let offset = options.startByte ?? 0
  let line = options.startLine ?? 1
  let recordLine = line
  let recordByte = offset
  let cells: string[] = []
  let cellCount = 0
  let cellStart = 0
  let end = 0
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  let afterCr = false
  let tooLong = false

  function endCell() {
    cellCount++
    if (!tooLong && cells.length < maxCells) cells.push(kept.toString('utf8', cellStart, end))
    cellStart = end
    state = 'start'
  }

  function endRecord(): CsvRecord | null {
    const openQuote = state === 'quoted'
    endCell()
    const record: CsvRecord = {
      line: recordLine,
      nextByte: offset,
      nextLine: line,
      cells: tooLong ? [] : cells,
      cellCount,
      problem: tooLong ? 'tooLong' : openQuote ? 'openQuote' : null,
    }
    recordLine = line
    recordByte = offset
    cells = []
    cellCount = cellStart = end = 0
    tooLong = false
    return record.problem || record.cells.some((cell) => cell.trim() !== '') ? record : null
  }

  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at] as number
      if (afterCr) {
        // Only the byte after a CR shows whether the line ends with CRLF.
        afterCr = false
        if (byte === lf) offset++
        if (state !== 'quoted') {
          const record = endRecord()
          if (record) yield record
        } else if (byte === lf && !tooLong) kept[end++] = lf
        if (byte === lf) continue
      }
      offset++
      if (byte === cr || byte === lf) {
        line++
        afterCr = byte === cr
        if (state !== 'quoted') {
          if (byte === cr) continue
          const record = endRecord()
          if (record) yield record
          continue
        }
      } else if (byte === quote && state === 'start') {
        state = 'quoted'
        continue
      } else if (byte === quote && state === 'quoted') {
        state = 'closed'
        continue
      } else if (byte === quote && state === 'closed') {
        state = 'quoted'
      } else if (byte === delimiter && state !== 'quoted') {
        endCell()
        continue
      } else if (state === 'start') {
        state = 'plain'
      }
      if (offset - recordByte > maxRecordBytes) tooLong = true
      if (!tooLong) kept[end++] = byte
    }
  }
  if (offset > recordByte) {
    const record = endRecord()
    if (record) yield record
  }
}
