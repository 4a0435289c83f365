import type { BodyOf } from '#contract/endpoint'
import { signatureFields } from '#contract/lists/placeholders'
import type { EmailSignature, emailSignatureApi } from '#contract/lists/templates'
import { cleanHtml } from '../../files/clean-html.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { getAccount } from '../../users/users.ts'
import { placeholderFaults } from './find-placeholders.ts'
import { holdPictures } from './gallery-pictures.ts'
import { renderTemplate } from './render-template.ts'
import { userData } from './template-data.ts'

const columns = ['id', 'version', 'content'] as const

export const getSignature = (ctx: Ctx): Promise<EmailSignature> =>
  ctx.db.selectFrom('email_signature').select(columns).executeTakeFirstOrThrow()

/** Errors: STALE_VERSION with the saved signature, VALIDATION for invalid placeholders. */
export async function updateSignature(
  ctx: Ctx,
  { version, content }: BodyOf<typeof emailSignatureApi.update>,
): Promise<EmailSignature> {
  const clean = cleanHtml(content)
  const faults = placeholderFaults(clean, signatureFields)
  if (faults.length > 0) fail('VALIDATION', { fields: faults.map((fault) => ({ path: 'content', ...fault })) })
  await holdPictures(ctx, clean)
  const changed = await ctx.db
    .updateTable('email_signature')
    .set({ content: clean, version: version + 1 })
    .where('version', '=', version)
    .returning(columns)
    .executeTakeFirst()
  return changed ?? fail('STALE_VERSION', { current: await getSignature(ctx) })
}

/** Returns the signature for messages of the signed-in user. */
export async function ownSignature(ctx: Ctx): Promise<{ content: string }> {
  return renderFor(ctx, (await getSignature(ctx)).content, actorId(ctx))
}

/** Errors: NOT_FOUND. */
export const previewSignature = (ctx: Ctx, { content, userRef }: BodyOf<typeof emailSignatureApi.preview>) =>
  renderFor(ctx, cleanHtml(content), userRef)

async function renderFor(ctx: Ctx, content: string, userId: string): Promise<{ content: string }> {
  const user = await getAccount(ctx, userId)
  return { content: renderTemplate(content, userData(user), user.language) }
}

const signature = /<p>\s*\{\{\s*userSignature\s*\}\}\s*<\/p>|\{\{\s*userSignature\s*\}\}/g

/** Replaces the placeholder for the signature in clean HTML with the signature of the signed-in user. */
export async function withSignature(ctx: Ctx, html: string): Promise<string> {
  if (html.search(signature) < 0) return html
  const { content } = await ownSignature(ctx)
  return html.replace(signature, () => content)
}
