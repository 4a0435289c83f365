import type { BodyOf } from '#contract/endpoint'
import type { letterheadPreviewApi } from '#contract/orders/letterhead'
import type { FileReply } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { printedHead } from '../letterhead/letterhead.ts'
import { facts } from './facts.ts'
import { drawing } from './paper.ts'
import { closeA4, openA4 } from './sheet.ts'
import { shownDate } from './values.ts'
import { printWords } from './words.ts'

/** Prints an empty delivery note in the user's language, with texts of the letterhead that need not be saved. */
export async function printSample(ctx: Ctx, texts: BodyOf<typeof letterheadPreviewApi.preview>): Promise<FileReply> {
  const { language } = ctx.actor
  const words = printWords[language]
  const title = words.title.deliveryNote
  const head = await printedHead(ctx, texts)
  const content = await drawing(async () => {
    const paper = await openA4({ title, head, lang: language.toLowerCase(), now: ctx.now })
    facts(paper, [[words.field.date, shownDate(ctx.now)]])
    return closeA4(paper, { whose: title, words, head, now: ctx.now })
  })
  return { content, fileName: `${title}.pdf`, contentType: 'application/pdf', inline: true }
}
