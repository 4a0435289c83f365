import { fill } from '#contract/sentences/issue'
import type { PrintedHead } from '../letterhead/letterhead.ts'
import { gap } from './missing-glyphs.ts'
import {
  closePaper,
  cornerPicture,
  grey,
  lineAt,
  lineHeight,
  mm,
  openPaper,
  type Paper,
  shortened,
  widthOf,
} from './paper.ts'
import type { Printed } from './printed.ts'
import { shownMoment } from './values.ts'
import type { PrintWords } from './words.ts'

const a4 = [mm(210), mm(297)] as const
const margin = { top: mm(18), right: mm(16), bottom: mm(20), left: mm(18) }
const mostOfLogo = { width: mm(60), height: mm(20) }
const small = { size: 8, colour: grey }
const note = { size: 7, colour: grey }
const rowHeight = small.size * lineHeight

interface Opened {
  readonly title: string
  readonly whose?: string
  readonly head: PrintedHead
  readonly lang: string
  readonly now: Date
}

/** Opens an A4 sheet with sender, logo and title at the top; `whose` completes the title of the document. */
export async function openA4({ title, whose = '', head, ...setup }: Opened): Promise<Paper> {
  const room = { ...margin, bottom: margin.bottom + head.footer.length * rowHeight }
  const paper = await openPaper({ title: `${title} ${whose}`.trim(), ...setup, size: a4, margin: room })
  const logo = head.logo ? cornerPicture(paper, head.logo, mostOfLogo).height : 0
  for (const [row, text] of head.sender.entries()) {
    const style = row === 0 ? { face: 'bold' as const, size: 9 } : small
    lineAt(paper, text, { x: paper.left, y: paper.y + row * rowHeight }, style)
  }
  const height = Math.max(logo, head.sender.length * rowHeight)
  if (height > 0) paper.y += height + mm(8)
  lineAt(paper, title, { x: paper.left, y: paper.y }, { face: 'bold', size: 18 })
  paper.y += 30
  return paper
}

interface Foot {
  readonly whose: string
  readonly words: PrintWords
  readonly head: PrintedHead
  readonly now: Date
}

/** Closes an A4 sheet with a footer on each page: owner, time of print, page number, and the letterhead's footer. */
export function closeA4(paper: Paper, { whose, words, head, now }: Foot): Promise<Buffer> {
  const y = paper.bottom + mm(6)
  return closePaper(paper, (page, pages) => {
    const number = fill(words.page, { page, pages })
    const printed = ` · ${fill(words.printed, { at: shownMoment(now) })}`
    const room = paper.width - widthOf(paper, number, small) - widthOf(paper, printed, small) - mm(6)
    lineAt(paper, `${shortened(paper, whose, room, small)}${printed}`, { x: paper.left, y }, small)
    lineAt(paper, number, { x: paper.left, y, width: paper.width, align: 'right' }, small)
    if (paper.hasGaps) lineAt(paper, fill(words.gaps, { gap }), { x: paper.left, y: paper.bottom + mm(2) }, note)
    for (const [row, text] of head.footer.entries()) {
      lineAt(paper, text, { x: paper.left, y: y + (row + 1) * rowHeight + mm(1) }, small)
    }
  })
}

/** Opens an A4 sheet for a dossier. */
export const openSheet = ({ dossier, words, head, now }: Printed, title: keyof PrintWords['title']): Promise<Paper> =>
  openA4({ title: words.title[title], whose: dossier.certificateName, head, lang: dossier.language.toLowerCase(), now })

export const closeSheet = (paper: Paper, { dossier, words, head, now }: Printed): Promise<Buffer> =>
  closeA4(paper, {
    whose: [dossier.sapOrdernumber, dossier.certificateName].filter((text) => text !== '').join(' · '),
    words,
    head,
    now,
  })
