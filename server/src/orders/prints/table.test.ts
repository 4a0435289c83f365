import { setImmediate as nextTurn } from 'node:timers/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { closePaper, lineAt, openPaper } from './paper.ts'
import { table } from './table.ts'

const setup = { title: 'Tabelle', lang: 'de', now: new Date(), size: [400, 300] } as const

test('columns fill the width of the paper whatever the sum of their shares', async () => {
  const paper = await openPaper({ ...setup, margin: { top: 20, right: 50, bottom: 20, left: 30 } })
  const columns = [0.5, 0.5, 1, 1].map((share) => ({ title: 'Menge', share, right: true, text: () => '12' }))
  await table(paper, columns, [{}])
  const content = await closePaper(paper, () => {})
  const pdf = await getDocument({ data: new Uint8Array(content), verbosity: 0 }).promise
  const { items } = await (await pdf.getPage(1)).getTextContent()
  await pdf.loadingTask.destroy()
  const ends = items.flatMap((item) => ('str' in item && item.str === '12' ? [item.transform[4] + item.width] : []))
  // Each column ends a gap of 8 points before the next one begins.
  expect(ends.map((x: number) => Math.round(x) + 8)).toEqual([84, 137, 243, 350].map((x) => expect.closeTo(x, -0.5)))
})

test('long rows and page ends let other work run, and drawing stops at the page limit', async () => {
  const open = (mostPages: number) =>
    openPaper({ ...setup, margin: { top: 20, right: 50, bottom: 20, left: 30 }, mostPages })
  const column = { title: 'Notiz', share: 1, text: () => 'Zeile\n'.repeat(20_000) }
  const paper = await open(1000)
  expect(await turnsDuring(table(paper, [column], [{}]))).toBeGreaterThan(3)
  const closed = closePaper(paper, (page) => lineAt(paper, `Seite ${page} von vielen`, { x: 30, y: 280 }))
  expect(await turnsDuring(closed)).toBeGreaterThan(3)
  const short = await open(5)
  await expect(table(short, [column], [{}])).rejects.toMatchObject({ code: 'PRINT_TOO_LONG' })
  expect(short.doc.bufferedPageRange().count).toBe(5)
})

/** Returns how often the event loop turned until the work was done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  let turns = 0
  while (!isDone) {
    await nextTurn()
    turns += 1
  }
  await done
  return turns
}
