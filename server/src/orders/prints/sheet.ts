import { fill } from '#contract/sentences/issue'
import { closePaper, grey, lineAt, mm, openPaper, type Paper } from './paper.ts'
import type { Printed } from './printed.ts'
import { shownMoment } from './values.ts'
import type { PrintWords } from './words.ts'

const a4 = [mm(210), mm(297)] as const
const margin = { top: mm(18), right: mm(16), bottom: mm(20), left: mm(18) }

/** A sheet of A4 with its title at the top; `whose` is the rest of what the file is called. */
export function openA4({ title, whose = '', ...setup }: { title: string; whose?: string; lang: string; now: Date }) {
  const paper = openPaper({ title: `${title} ${whose}`.trim(), ...setup, size: a4, margin })
  lineAt(paper, title, { x: paper.left, y: paper.y }, { face: 'bold', size: 18 })
  paper.y += 30
  return paper
}

interface Foot {
  readonly whose: string
  readonly words: PrintWords
  readonly now: Date
}

/** With a foot on each page: whose it is, when it was printed, and which page of how many. */
export function closeA4(paper: Paper, { whose, words, now }: Foot): Promise<Buffer> {
  const style = { size: 8, colour: grey }
  const y = paper.bottom + mm(6)
  return closePaper(paper, (page, pages) => {
    lineAt(paper, `${whose} · ${fill(words.printed, { at: shownMoment(now) })}`, { x: paper.left, y }, style)
    const number = fill(words.page, { page, pages })
    lineAt(paper, number, { x: paper.left, y, width: paper.width, align: 'right' }, style)
  })
}

/** A sheet of a dossier. */
export const openSheet = ({ dossier, words, now }: Printed, title: keyof PrintWords['title']): Paper =>
  openA4({ title: words.title[title], whose: dossier.certificateName, lang: dossier.language.toLowerCase(), now })

export const closeSheet = (paper: Paper, { dossier, words, now }: Printed): Promise<Buffer> =>
  closeA4(paper, {
    whose: [dossier.sapOrdernumber, dossier.certificateName].filter((text) => text !== '').join(' · '),
    words,
    now,
  })
