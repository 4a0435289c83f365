import { limits } from '#contract/limits'
import { fill } from '#contract/sentences/issue'
import {
  closePaper,
  cornerPicture,
  grey,
  lineAt,
  lineHeight,
  linesOf,
  mm,
  newPage,
  openPaper,
  type Paper,
  type Style,
  turn,
} from './paper.ts'
import type { Printed } from './printed.ts'
import { addressLines, shownNumber, shownSize } from './values.ts'

/** A6 landscape, in points, for label printers. */
const a6 = [mm(148), mm(105)] as const
const margin = { top: mm(8), right: mm(8), bottom: mm(8), left: mm(8) }
/** Height in points of the area below the address: package, contents and forwarding agency. */
const footHeight = 66
const smallest = 7
const mostOfLogo = { width: mm(34), height: mm(16) }

/** Draws a label for every unit of every package: addressee, number of the package, size and weight. */
export async function crateLabels(printed: Printed, count: number): Promise<Buffer> {
  const { dossier, words, now } = printed
  const paper = await openPaper({
    title: `${words.title.crateLabels} ${dossier.certificateName}`,
    lang: dossier.language.toLowerCase(),
    now,
    size: a6,
    margin,
    mostPages: limits.dossier.labels,
  })
  const units = dossier.packageInfos.flatMap((row) => Array.from({ length: row.quantity }, () => row))
  for (const [index, unit] of units.entries()) {
    if (index > 0) newPage(paper)
    label(paper, printed, unit, fill(words.crate, { number: index + 1, count }))
    await turn(paper)
  }
  return closePaper(paper, () => undefined)
}

type Unit = Printed['dossier']['packageInfos'][number]

function label(paper: Paper, { dossier, named, words, head }: Printed, unit: Unit, which: string): void {
  const { field } = words
  const to = addressLines(named.deliveryAddress, dossier)
  const width = paper.width - (head.logo ? cornerPicture(paper, head.logo, mostOfLogo).width + mm(4) : 0)
  const from = head.sender.length > 0 ? [head.sender.join(' · ')] : []
  if (write(paper, from, { size: 8, colour: grey }, 2, width) > 0) paper.y += 4
  write(paper, [field.deliveryAddressRef], { size: 8, colour: grey }, 1, width)
  paper.y += 2
  whole(paper, to.slice(0, 1), { face: 'bold', size: 16 }, 2 * 16 * lineHeight, width)
  const phone = named.avisPhone ? 10 * lineHeight : 0
  whole(paper, to.slice(1), { size: 13 }, paper.bottom - footHeight - phone - paper.y)
  if (named.avisPhone) write(paper, [`${field.avisPhone} ${named.avisPhone}`], { size: 10 }, 1)
  foot(paper, [
    [which, `${shownSize(unit)} cm`, `${shownNumber(unit.weightInKg)} kg`],
    [unit.description],
    [
      dossier.sapOrdernumber && `${field.sapOrdernumber} ${dossier.sapOrdernumber}`,
      named.forwardingAgency ?? '',
      dossier.shipmentReference,
    ],
  ])
}

/** Writes at most `most` lines, because a label is a single page; returns how many lines it wrote. */
function write(
  paper: Paper,
  texts: readonly string[],
  style: Style & { size: number },
  most: number,
  width = paper.width,
): number {
  const all = Iterator.from(texts).flatMap((text) => linesOf(paper, text, width, style))
  const lines = [...all.take(most)]
  for (const text of lines) {
    lineAt(paper, text, { x: paper.left, y: paper.y }, style)
    paper.y += style.size * lineHeight
  }
  return lines.length
}

function foot(paper: Paper, [first, second, third]: [string[], string[], string[]]): void {
  const parts = (texts: string[]) => [texts.filter((text) => text !== '').join(' · ')].filter((text) => text !== '')
  paper.y = paper.bottom - footHeight
  whole(paper, parts(first), { face: 'bold', size: 13 }, 13 * lineHeight)
  paper.y = paper.bottom - footHeight + 13 * lineHeight + 3
  whole(paper, parts(second), { size: 11 }, 2 * 11 * lineHeight)
  paper.y = paper.bottom - 11
  write(paper, parts(third), { size: 8, colour: grey }, 1)
}

/** Writes a text in the largest size that fits the height; cuts it off if even the smallest size does not fit. */
function whole(
  paper: Paper,
  texts: readonly string[],
  style: Style & { size: number },
  height: number,
  width = paper.width,
): void {
  const lines = ({ size }: { size: number }) => Math.floor(height / (size * lineHeight))
  const sizes = Array.from({ length: style.size - smallest + 1 }, (_, less) => ({ ...style, size: style.size - less }))
  const fits = (one: Style & { size: number }) => {
    const all = Iterator.from(texts).flatMap((text) => linesOf(paper, text, width, one))
    return all.drop(lines(one)).next().done
  }
  const chosen = sizes.find(fits) ?? { ...style, size: smallest }
  write(paper, texts, chosen, lines(chosen), width)
}
