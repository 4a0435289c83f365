import { formatPhone } from '#contract/contacts/phone-format'
import type { Dossier } from '#contract/orders/dossiers'
import type { Ctx } from '../../http/context.ts'
import { getFlame } from '../flames/flames.ts'
import { type PrintedHead, printedHead } from '../letterhead/letterhead.ts'
import { type Named, selectNamed } from './prints.queries.ts'
import { type PrintWords, printWords } from './words.ts'

/** Data that prints of a dossier need. */
export interface Printed {
  readonly dossier: Dossier
  readonly named: Named
  /** Whether the articles were changed after the packing list was made. */
  readonly isOld: boolean
  readonly words: PrintWords
  readonly head: PrintedHead
  readonly now: Date
}

/** Returns the data of a flame, also from the bin and the archive. Errors: NOT_FOUND. */
export async function readPrinted(ctx: Ctx, id: string): Promise<Printed> {
  const { dossier, lacks } = (await getFlame(ctx, id)).value
  const named = await selectNamed(ctx.db, dossier)
  const avisPhone = named.avisPhone && formatPhone(named.avisPhone)
  const isOld = dossier.packageInfos.length > 0 && lacks.includes('PACKAGES_CURRENT')
  const head = await printedHead(ctx)
  return { dossier, named: { ...named, avisPhone }, isOld, words: printWords[dossier.language], head, now: ctx.now }
}
