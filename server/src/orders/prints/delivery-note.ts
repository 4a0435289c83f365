import type { Article } from '#contract/orders/dossiers'
import { packingList } from './dossier-sheet.ts'
import { facts, sideBySide } from './facts.ts'
import { grey, heading, keepTogether, line, lineAt, type Paper, paragraph } from './paper.ts'
import type { Printed } from './printed.ts'
import { closeSheet, openSheet } from './sheet.ts'
import { type Column, table } from './table.ts'
import { addressLines, shownDate, shownDay, shownNumber } from './values.ts'

/** Draws the delivery note for the goods, to be signed; it has no internal data. */
export async function deliveryNote(printed: Printed): Promise<Buffer> {
  const { dossier, named, words, now } = printed
  const { field } = words
  const paper = await openSheet(printed, 'deliveryNote')
  const { deliveryAddress, billingAddress } = named
  sideBySide(paper, [
    { title: field.deliveryAddressRef, lines: addressLines(deliveryAddress, dossier) },
    ...(billingAddress ? [{ title: field.billingAddressRef, lines: addressLines(billingAddress, dossier) }] : []),
  ])
  paper.y += 14
  facts(paper, [
    [field.date, shownDate(now)],
    [field.sapOrdernumber, dossier.sapOrdernumber],
    [field.deliveryDate, shownDay(dossier.deliveryDate)],
    [field.pickupDate, shownDay(dossier.pickupDate)],
    [field.selfPickupAt, shownDay(dossier.selfPickupAt)],
    [field.deliveryConditionRef, named.deliveryCondition],
    [field.forwardingAgencyRef, named.forwardingAgency],
    [field.shipmentReference, dossier.shipmentReference],
  ])
  heading(paper, words.section.articles)
  if (dossier.articles.length === 0) await paragraph(paper, words.noArticles)
  else await table(paper, columns(printed), dossier.articles)
  await packingList(paper, printed)
  signature(paper, printed)
  return closeSheet(paper, printed)
}

const columns = ({ words: { column, field } }: Printed): Column<Article>[] => [
  { title: column.position, share: 0.08, text: (_, index) => String(index + 1) },
  { title: field.productRef, share: 0.77, text: ({ productName }) => productName },
  { title: field.quantity, share: 0.15, right: true, text: ({ quantity }) => shownNumber(quantity) },
]

function signature(paper: Paper, { words }: Printed): void {
  const style = { size: 8, colour: grey }
  keepTogether(paper, 90)
  paper.y += 24
  lineAt(paper, words.received, { x: paper.left, y: paper.y })
  paper.y += 48
  const half = paper.width / 2
  for (const [index, text] of [words.placeAndDate, words.signature].entries()) {
    const x = paper.left + index * half
    line(paper, paper.y, x, x + half - 20)
    lineAt(paper, text, { x, y: paper.y + 3 }, style)
  }
}
