import { limits } from '#contract/limits'
import type { Article, articleFields, PackageInfo } from '#contract/orders/dossiers'
import { fill } from '#contract/sentences/issue'
import { facts, sideBySide } from './facts.ts'
import { grey, heading, type Paper, paragraph } from './paper.ts'
import type { Printed } from './printed.ts'
import { closeSheet, openSheet } from './sheet.ts'
import { type Column, table } from './table.ts'
import { addressLines, shownCheck, shownDay, shownNumber, shownSize, shownTotals } from './values.ts'

/** Draws everything that a dossier contains. */
export async function dossierSheet(printed: Printed): Promise<Buffer> {
  const { dossier, words } = printed
  const { section, field } = words
  const paper = await openSheet(printed, 'dossier')
  facts(paper, order(printed))
  addresses(paper, printed)
  await avis(paper, printed)
  heading(paper, section.articles)
  if (dossier.articles.length === 0) await paragraph(paper, words.noArticles)
  else await table(paper, articleColumns(printed), dossier.articles)
  await notes(paper, field.noteForArticles, dossier.noteForArticles)
  await packingList(paper, printed)
  if (printed.isOld) await paragraph(paper, printed.words.oldPackages, { face: 'bold' })
  await notes(paper, field.notes, dossier.notes)
  return closeSheet(paper, printed)
}

function order({ dossier, named, words }: Printed) {
  const { field } = words
  const flags = (['delivered', 'taxFreeDelivery', 'oss'] as const).filter((flag) => dossier[flag])
  return [
    [field.contactRef, dossier.contact.fullName],
    [field.certificateName, dossier.certificateName],
    [field.resellerRef, dossier.resellerName],
    [field.language, words.language[dossier.language]],
    [field.uid, shownCheck(dossier.contact.uidCheck, words)],
    [field.eori, shownCheck(dossier.contact.eoriCheck, words)],
    [field.sapOrdernumber, dossier.sapOrdernumber],
    [field.place, `${named.board}, ${named.step}`],
    [field.assigneeRef, named.assignee],
    [field.flags, flags.map((flag) => field[flag]).join(', ')],
    [field.pickupDate, shownDay(dossier.pickupDate)],
    [field.selfPickupAt, shownDay(dossier.selfPickupAt)],
    [field.deliveryDate, shownDay(dossier.deliveryDate)],
    [field.purchasePickupDate, shownDay(dossier.purchasePickupDate)],
    [field.deliveryConditionRef, named.deliveryCondition],
    [field.paymentConditionRef, named.paymentCondition],
    [field.paymentPeriod, shownDay(dossier.paymentPeriod)],
    [field.currency, dossier.currency],
    [field.forwardingAgencyRef, named.forwardingAgency],
    [field.shipmentReference, dossier.shipmentReference],
  ] as const
}

function addresses(paper: Paper, { dossier, named, words }: Printed): void {
  const { deliveryAddressRef, billingAddressRef } = dossier
  const equal = deliveryAddressRef !== null && deliveryAddressRef === billingAddressRef
  const shown = (address: typeof named.deliveryAddress) =>
    address ? addressLines(address, dossier) : [words.noAddress]
  sideBySide(paper, [
    { title: words.field.deliveryAddressRef, lines: equal ? [words.equalAddresses] : shown(named.deliveryAddress) },
    { title: words.field.billingAddressRef, lines: shown(named.billingAddress) },
  ])
}

async function avis(paper: Paper, { dossier, named, words }: Printed): Promise<void> {
  if (!named.avisPhone && !named.avisEmail && !dossier.avisText) return
  heading(paper, words.section.avis)
  facts(paper, [
    [words.field.avisPhone, named.avisPhone],
    [words.field.avisEmail, named.avisEmail],
  ])
  if (dossier.avisText) await paragraph(paper, dossier.avisText)
}

/** The product is printed by the name it was ordered under. */
type Printable = Exclude<keyof typeof articleFields, 'productRef'>

function articleColumns({ named, words: { column, field } }: Printed): Column<Article>[] {
  const columns: Record<Printable, Column<Article>> = {
    productName: { title: field.productRef, share: 0.3, text: ({ productName }) => productName },
    quantity: { title: field.quantity, share: 0.11, right: true, text: ({ quantity }) => shownNumber(quantity) },
    discount: {
      title: column.discount,
      share: 0.11,
      right: true,
      text: ({ discount }) => (discount === null ? '' : `${shownNumber(discount)} %`),
    },
    warehouse: {
      title: field.warehouse,
      share: 0.16,
      text: ({ warehouse }) => (warehouse && named.warehouses[warehouse]) || '',
    },
    description: { title: field.description, share: 0.26, text: ({ description }) => description },
  }
  const position = { title: column.position, share: 0.06, text: (_: Article, index: number) => String(index + 1) }
  return [position, ...Object.values(columns)]
}

/** Draws the packages with their totals. */
export async function packingList(paper: Paper, { dossier, words }: Printed): Promise<void> {
  const { packageInfos } = dossier
  const { column, field } = words
  heading(paper, words.section.packages)
  if (packageInfos.length === 0) {
    await paragraph(paper, words.noPackages)
    return
  }
  const columns: Column<PackageInfo>[] = [
    { title: column.position, share: 0.06, text: (_, index) => String(index + 1) },
    { title: field.quantity, share: 0.11, right: true, text: ({ quantity }) => shownNumber(quantity) },
    { title: column.size, share: 0.22, right: true, text: shownSize },
    { title: column.weight, share: 0.16, right: true, text: ({ weightInKg }) => shownNumber(weightInKg) },
    { title: column.info, share: 0.45, text: ({ description }) => description },
  ]
  await table(paper, columns, packageInfos)
  paper.y += 3
  await paragraph(paper, shownTotals(packageInfos, words), { face: 'bold' })
  await paragraph(paper, fill(words.weightIncludes, { kg: limits.dossier.forwardingAgencyKg }), {
    size: 8,
    colour: grey,
  })
}

async function notes(paper: Paper, title: string, text: string): Promise<void> {
  if (!text) return
  heading(paper, title)
  await paragraph(paper, text)
}
