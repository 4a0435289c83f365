import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { closePaper, openPaper } from './paper.ts'
import { table } from './table.ts'

test('columns take the width of the paper, whatever their shares come to', async () => {
  const setup = { title: 'Tabelle', lang: 'de', now: new Date(), size: [400, 300] } as const
  const paper = openPaper({ ...setup, margin: { top: 20, right: 50, bottom: 20, left: 30 } })
  const columns = [0.5, 0.5, 1, 1].map((share) => ({ title: 'Menge', share, right: true, text: () => '12' }))
  await table(paper, columns, [{}])
  const content = await closePaper(paper, () => {})
  const pdf = await getDocument({ data: new Uint8Array(content), verbosity: 0 }).promise
  const { items } = await (await pdf.getPage(1)).getTextContent()
  await pdf.loadingTask.destroy()
  const ends = items.flatMap((item) => ('str' in item && item.str === '12' ? [item.transform[4] + item.width] : []))
  // each ends a gap of 8 before the next begins
  expect(ends.map((x: number) => Math.round(x) + 8)).toEqual([84, 137, 243, 350].map((x) => expect.closeTo(x, -0.5)))
})
