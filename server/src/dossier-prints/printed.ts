import type { Dossier } from '@glut/contract/dossiers'
import type { Flame } from '@glut/contract/flames'
import { formatPhone } from '@glut/contract/phone-format'
import { getFlame } from '../flames/flames.ts'
import type { Ctx } from '../http/context.ts'
import { type Named, selectNamed } from './dossier-prints.queries.ts'
import { type PrintWords, printWords } from './words.ts'

/** What every print is made from. */
export interface Printed {
  readonly dossier: Dossier
  readonly named: Named
  readonly words: PrintWords
  readonly now: Date
}

/** From the bin and the archive too. Errors: NOT_FOUND. */
export async function readPrinted(ctx: Ctx, id: string): Promise<Printed> {
  const { dossier } = JSON.parse((await getFlame(ctx, id)).text) as Flame
  const named = await selectNamed(ctx.db, dossier)
  const avisPhone = named.avisPhone && formatPhone(named.avisPhone)
  return { dossier, named: { ...named, avisPhone }, words: printWords[dossier.language], now: ctx.now }
}
