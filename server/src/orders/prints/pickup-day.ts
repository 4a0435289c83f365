import { sql } from 'kysely'
import type { Language } from '#contract/limits'
import type { FlamePickup } from '#contract/orders/flames'
import { fill } from '#contract/sentences/issue'
import { type Like, orEnglish } from '#contract/sentences/like'
import type { FileReply } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { listPickups } from '../flames/flames.ts'
import { type PrintedHead, printedHead } from '../letterhead/letterhead.ts'
import { drawing, heading, paragraph } from './paper.ts'
import { closeA4, openA4 } from './sheet.ts'
import { type Column, table } from './table.ts'
import { shownDay, shownNumber } from './values.ts'
import { printWords } from './words.ts'

const de = {
  title: 'Tagesliste {day}',
  kind: { PICKUP: 'Abholung', SELF_PICKUP: 'Selbstabholung', DELIVERY: 'Lieferung' },
  none: 'An diesem Tag geht nichts weg und kommt nichts an.',
  time: 'Zeit',
  contact: 'Kontakt',
  crates: 'Kisten (B × T × H in cm)',
  weight: 'kg',
  agency: 'Spedition',
  order: 'SAP-Nr.',
  done: 'Erledigt',
  group: '{kind}: {sum}',
  sumOne: '1 Kiste, {weight} kg',
  sum: '{crates} Kisten, {weight} kg',
}
type Words = Like<typeof de>
const en: Words = {
  title: 'List of {day}',
  kind: { PICKUP: 'Pickup', SELF_PICKUP: 'Self-pickup', DELIVERY: 'Delivery' },
  none: 'Nothing leaves and nothing arrives on this day.',
  time: 'Time',
  contact: 'Contact',
  crates: 'Crates (W × D × H in cm)',
  weight: 'kg',
  agency: 'Forwarding agency',
  order: 'SAP no.',
  done: 'Done',
  group: '{kind}: {sum}',
  sumOne: '1 crate, {weight} kg',
  sum: '{crates} crates, {weight} kg',
}
const fr: Words = {
  title: 'Liste du {day}',
  kind: { PICKUP: 'Enlèvement', SELF_PICKUP: 'Retrait par le client', DELIVERY: 'Livraison' },
  none: 'Rien ne part et rien n’arrive ce jour-là.',
  time: 'Heure',
  contact: 'Contact',
  crates: 'Caisses (L × P × H en cm)',
  weight: 'kg',
  agency: 'Transporteur',
  order: 'N° SAP',
  done: 'Fait',
  group: '{kind} : {sum}',
  sumOne: '1 caisse, {weight} kg',
  sum: '{crates} caisses, {weight} kg',
}
const words: Record<Language, Words> = { DE: orEnglish(de, en), EN: en, FR: orEnglish(fr, en) }

interface Line extends FlamePickup {
  /** One line per size: «2: 120 × 80 × 60». */
  readonly packages: string
}

/** Prints what leaves and arrives on a day, grouped by kind, as a checklist for the yard. Errors: PRINT_TOO_LONG. */
export async function printPickupDay(ctx: Ctx, day: string, isPreview = false): Promise<FileReply> {
  const title = fill(words[ctx.actor.language].title, { day: shownDate(day) })
  const pickups = (await listPickups(ctx, { start: day, end: day })).value
  const packages = await packagesOf(ctx, pickups)
  const all = pickups.map((pickup) => ({ ...pickup, packages: packages.get(pickup.flameRef) ?? '' }))
  const head = await printedHead(ctx)
  const content = await drawing(() => listOf(ctx, title, all, head))
  return { content, fileName: `${title}.pdf`, contentType: 'application/pdf', inline: isPreview }
}

async function listOf({ actor, now }: Ctx, title: string, all: readonly Line[], head: PrintedHead): Promise<Buffer> {
  const { language } = actor
  const said = words[language]
  const paper = await openA4({ title, head, lang: language.toLowerCase(), now })
  if (all.length === 0) await paragraph(paper, said.none)
  for (const kind of ['PICKUP', 'SELF_PICKUP', 'DELIVERY'] as const) {
    const lines = all.filter((one) => one.kind === kind)
    if (lines.length === 0) continue
    heading(paper, fill(said.group, { kind: said.kind[kind], sum: sumOf(lines, said) }))
    await table(paper, columns(said), lines)
  }
  return closeA4(paper, { whose: title, words: printWords[language], head, now })
}

const shownDate = (day: string) => day.split('-').reverse().join('.')
const timeOf = ({ at }: FlamePickup) => shownDay(at)?.slice(11) ?? ''

function sumOf(lines: readonly Line[], said: Words): string {
  const all = lines.reduce((sum, { crates }) => sum + crates, 0)
  const weight = shownKg(lines.reduce((sum, { weightInKg }) => sum + weightInKg, 0))
  return fill(all === 1 ? said.sumOne : said.sum, { crates: shownNumber(all), weight })
}

const shownKg = (weight: number) => shownNumber(Math.round(weight * 10) / 10)

const columns = (said: Words): Column<Line>[] => [
  { title: said.time, share: 0.07, text: timeOf },
  { title: said.contact, share: 0.24, text: nameOf },
  { title: said.crates, share: 0.25, text: ({ packages }) => packages },
  { title: said.weight, share: 0.08, right: true, text: ({ weightInKg }) => shownKg(weightInKg) },
  { title: said.agency, share: 0.16, text: ({ forwardingAgency }) => forwardingAgency },
  { title: said.order, share: 0.1, text: ({ sapOrdernumber }) => sapOrdernumber },
  { title: said.done, share: 0.1, text: ({ delivered }) => (delivered ? '☒' : '☐') },
]

const nameOf = ({ contactName, certificateName }: Line) =>
  [...new Set([contactName, certificateName])].filter((name) => name !== '').join('\n')

async function packagesOf(ctx: Ctx, pickups: readonly FlamePickup[]): Promise<ReadonlyMap<string, string>> {
  const refs = pickups.map(({ flameRef }) => flameRef)
  const { rows } = await sql<{ flame_id: string; sizes: string }>`
    select flame_id, string_agg(format('%s: %s × %s × %s', quantity, width, depth, height), E'\n' order by first) as sizes
      from (select flame_id, sum(quantity) as quantity, trim_scale(width_in_cm) as width,
                   trim_scale(depth_in_cm) as depth, trim_scale(height_in_cm) as height, min(order_key) as first
              from dossier_package where flame_id = any (${refs}::uuid[])
             group by flame_id, width_in_cm, depth_in_cm, height_in_cm) as same
     group by flame_id`.execute(ctx.db)
  return new Map(rows.map(({ flame_id, sizes }) => [flame_id, sizes]))
}
