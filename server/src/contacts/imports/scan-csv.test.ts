import { describe, expect, test } from 'vitest'
import { type CsvRecord, scanCsv } from './scan-csv.ts'

const limits = { delimiter: ';', maxRecordBytes: 1000, maxCells: 5 }

async function scan(text: string, pieceLength = text.length || 1, options: object = {}): Promise<CsvRecord[]> {
  const bytes = Buffer.from(text)
  const pieces = []
  for (let at = 0; at < bytes.length; at += pieceLength) pieces.push(bytes.subarray(at, at + pieceLength))
  const records: CsvRecord[] = []
  for await (const record of scanCsv(pieces, { ...limits, ...options })) records.push(record)
  return records
}
const cellsOf = (records: CsvRecord[]) => records.map((record) => record.cells)

describe('a scanned CSV', () => {
  const text = 'a;b\r\n"1;""x""\r\n2";é\n;;\n\r3;4\r\n\r\n"5"x;6"7'
  const cells = [
    ['a', 'b'],
    ['1;"x"\r\n2', 'é'],
    ['3', '4'],
    ['5x', '6"7'],
  ]

  test.each([1, 2, 3, 5, 100])('with quotes and mixed line ends is read in chunks of %i bytes', async (length) => {
    const records = await scan(text, length)
    expect(cellsOf(records)).toEqual(cells)
    expect(records.map((record) => record.line)).toEqual([1, 2, 6, 8])
  })

  test('can be resumed after every record', async () => {
    const all = await scan(text)
    for (const [at, { nextByte, nextLine }] of all.entries()) {
      const rest = await scan(Buffer.from(text).subarray(nextByte).toString(), 1, {
        startByte: nextByte,
        startLine: nextLine,
      })
      expect(rest).toEqual(all.slice(at + 1))
    }
  })

  test('skips a record that is too long and keeps the others', async () => {
    const records = await scan(`a;b\n"${'x\n'.repeat(5000)}";1\n2;3\n${'y'.repeat(2000)}`, 64)
    expect(records.map(({ cells, problem }) => problem ?? cells)).toEqual([
      ['a', 'b'],
      'tooLong',
      ['2', '3'],
      'tooLong',
    ])
    expect(records[2]?.line).toBe(5003)
  })

  test('with too many cells counts them without keeping them', async () => {
    const [record] = await scan(';x'.repeat(100))
    expect(record).toMatchObject({ cellCount: 101, cells: ['', 'x', 'x', 'x', 'x'] })
  })

  test('with an unclosed quote reports it', async () => {
    expect((await scan('a\n"b\nc\n')).map((record) => record.problem)).toEqual([null, 'openQuote'])
  })
})
