import type { Dossier } from '#contract/orders/dossiers'
import type { FlameChange } from '#contract/orders/flame-changes'
import type { Flame } from '#contract/orders/flames'
import type { LastQuery } from '../../db/last-query.ts'
import type { JsonText } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { withoutStandIn } from '../boards/boards.ts'
import { type Head, headChanges, ofContactNames, writeDossier } from './dossier.ts'
import { articleChanges, packageChanges, takenIds } from './dossier-rows.ts'
import { assertLooksAfter, ownColumns, tellAssigned } from './flames.ts'
import { flameCards } from './lock.ts'
import { type Merged, mergeFields, mergeRows, type Row } from './merge.ts'
import { keepSaved, lockForEdit } from './saved.ts'

/**
 * Saves an edit, merged with what others have saved since the version it started from. Errors: NOT_FOUND, IN_BIN,
 * ARCHIVED, STALE_VERSION with the saved flame and the fields that both changed, VALIDATION, FORBIDDEN for a proxy
 * without permission.
 */
export async function updateFlame(ctx: Ctx, id: string, change: FlameChange): Promise<LastQuery<JsonText<Flame>>> {
  const { locked, saved, standIn, kept } = await lockForEdit(ctx, id, change.version)
  const base = kept ?? (change.version === saved.version ? saved : undefined)
  if (!base || change.version > saved.version) fail('STALE_VERSION', { current: saved })

  const { dossier: sent = {}, version: _version, ...sentFields } = change
  const sentOwn = withoutStandIn(sentFields, standIn)
  const { articles, packageInfos, ...sentHead } = sent
  await assertOwnRows(ctx, base.dossier, saved.dossier, sent)
  const alone = change.version === saved.version
  const own = mergeFields({ ...base }, { ...saved }, sentOwn, { alone })
  const head = mergeHead(base.dossier, saved.dossier, sentHead, alone)
  const rowsOf = (dossier: Dossier, name: RowsName) => dossier[name] as readonly object[] as readonly Row[]
  const merge = <Sent extends object>(sent: readonly Sent[] | undefined, name: RowsName) => {
    if (!sent) return undefined
    const sides = {
      base: rowsOf(base.dossier, name),
      current: rowsOf(saved.dossier, name),
      sent: sent as readonly Row[],
    }
    // Sent and saved rows both have the shape of the contract.
    return mergeRows({ ...sides, alone }, `dossier.${name}`) as Merged<readonly unknown[]> as Merged<readonly Sent[]>
  }
  const newArticles = merge(articles, 'articles')
  const newPackages = merge(packageInfos, 'packageInfos')
  const collisions = [own, head, newArticles, newPackages].flatMap((part) => part?.collisions ?? [])
  if (collisions.length > 0) fail('STALE_VERSION', { current: saved, collisions })

  await assertLooksAfter(ctx, own.value, saved.taskboardRef)
  const changes = {
    head: await headChanges(ctx, saved.dossier, head.value, sentHead.certificateName !== undefined),
    articles: newArticles && (await articleChanges(ctx, saved.dossier.articles, newArticles.value)),
    packages: newPackages && (await packageChanges(ctx, saved.dossier.packageInfos, newPackages.value)),
  }
  await writeDossier(ctx, id, changes, flameCards.writing(ctx, locked, ownColumns(own.value)))
  const assigneeRef = own.value.assigneeRef
  if (assigneeRef !== undefined && assigneeRef !== saved.assigneeRef) await tellAssigned(ctx, id, assigneeRef)
  return keepSaved(ctx, id)
}

/**
 * Merges the fields of a dossier. The contact and the references to its parts belong together: if one side changes the
 * contact and the other a part, the contact is reported as the collision.
 */
function mergeHead(base: Dossier, saved: Dossier, sent: Head, alone: boolean): Merged<Partial<Head>> {
  const merged = mergeFields({ ...base }, { ...saved }, sent, { path: 'dossier.', alone })
  const { contactRef = (alone ? saved : base).contactRef } = sent
  const theirs = saved.contactRef !== base.contactRef
  const mine = contactRef !== base.contactRef
  if (alone && mine) return merged
  if (theirs === mine && contactRef === saved.contactRef) return merged
  const changed = ofContactNames.some((name) =>
    theirs ? sets(base[name], sent[name]) && sent[name] !== saved[name] : sets(base[name], saved[name]),
  )
  if (!changed && !merged.collisions.includes('dossier.contactRef')) return merged
  const ofContact = new Set(['contactRef', ...ofContactNames].map((name) => `dossier.${name}`))
  return { ...merged, collisions: ['dossier.contactRef', ...merged.collisions.filter((path) => !ofContact.has(path))] }
}

const sets = (before: string | null, after: string | null | undefined) => Boolean(after) && after !== before

type RowsName = 'articles' | 'packageInfos'

/** Throws for a row whose id belongs to another dossier, occurs twice or is in upper case. Errors: VALIDATION. */
async function assertOwnRows(
  ctx: Ctx,
  base: Dossier,
  saved: Dossier,
  sent: NonNullable<FlameChange['dossier']>,
): Promise<void> {
  const fields: { path: string; invalid: 'unknownRef' }[] = []
  for (const name of ['articles', 'packageInfos'] as const) {
    const ids = (sent[name] ?? []).map(({ id }) => id)
    const known = new Set([...base[name], ...saved[name]].map(({ id }) => id))
    const elsewhere = await takenIds(
      ctx.db,
      name,
      ids.flatMap((id) => (id && !known.has(id) ? [id] : [])),
    )
    for (const [index, id] of ids.entries()) {
      if (!id) continue
      const isOwn = !elsewhere.has(id) && id === id.toLowerCase() && ids.indexOf(id) === index
      if (!isOwn) fields.push({ path: `dossier.${name}.${index}.id`, invalid: 'unknownRef' })
    }
  }
  if (fields.length > 0) fail('VALIDATION', { fields })
}
