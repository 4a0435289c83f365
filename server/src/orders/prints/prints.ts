import { limits } from '#contract/limits'
import type { FileReply } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { crateLabels } from './crate-labels.ts'
import { deliveryNote } from './delivery-note.ts'
import { dossierSheet } from './dossier-sheet.ts'
import { drawing } from './paper.ts'
import { type Printed, readPrinted } from './printed.ts'
import type { PrintWords } from './words.ts'

/** Errors: NOT_FOUND, PRINT_TOO_LONG. */
export async function printDossier(ctx: Ctx, id: string, isPreview?: boolean): Promise<FileReply> {
  const printed = await readPrinted(ctx, id)
  return reply(printed, 'dossier', await drawing(() => dossierSheet(printed)), isPreview)
}

/** Errors: NOT_FOUND, PRINT_TOO_LONG. */
export async function printDeliveryNote(ctx: Ctx, id: string, isPreview?: boolean): Promise<FileReply> {
  const printed = await readPrinted(ctx, id)
  return reply(printed, 'deliveryNote', await drawing(() => deliveryNote(printed)), isPreview)
}

/** Errors: NOT_FOUND, NO_PACKAGES, TOO_MANY_LABELS. */
export async function printCrateLabels(ctx: Ctx, id: string, isPreview?: boolean): Promise<FileReply> {
  const printed = await readPrinted(ctx, id)
  const count = printed.dossier.packageInfos.reduce((sum, { quantity }) => sum + quantity, 0)
  if (count === 0) fail('NO_PACKAGES')
  if (count > limits.dossier.labels) fail('TOO_MANY_LABELS', { values: { count, limit: limits.dossier.labels } })
  return reply(printed, 'crateLabels', await drawing(() => crateLabels(printed, count)), isPreview)
}

const reply = (
  { dossier, words }: Printed,
  title: keyof PrintWords['title'],
  content: Buffer,
  isPreview = false,
): FileReply => ({
  content,
  fileName: `${words.title[title]} ${dossier.certificateName}.pdf`,
  contentType: 'application/pdf',
  inline: isPreview,
})
