import { sql } from 'kysely'
import type { Contact } from '#contract/contacts/contacts'
import type { ContactMerge, MergeField, mergeApi } from '#contract/contacts/merges'
import type { BodyOf } from '#contract/endpoint'
import { importSentences } from '#contract/sentences/imports/by-language'
import { edited } from '../../db/rows.ts'
import { type AppContext, actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { recordList } from '../../together/history/history.ts'
import { getContact } from '../contacts.ts'
import { partForeign } from './foreign-parts.ts'
import { type ContactColumns, chosenColumns, editedFields } from './merge-fields.ts'
import { assertUnchanged, lockContacts, selectMerges, undoDays } from './merges.queries.ts'
import { moveRows } from './move-rows.ts'
import { renewCards } from './parted-cards.ts'
import { attempt, changeBack, goneReferences, putBack, type Trail } from './rows.ts'

interface Snapshot extends Trail {
  /** Rows of the contacts that were merged into the survivor. */
  readonly contacts: readonly ContactColumns[]
  /** Changed columns of the survivor, before and after the merge. */
  readonly before: ContactColumns
  readonly after: ContactColumns
}

export const listMerges = (ctx: Ctx): Promise<ContactMerge[]> => selectMerges(ctx.db)

/**
 * Merges contacts into a survivor. Errors: VALIDATION for a survivor or a source of fields that is not among the
 * contacts, NOT_FOUND, IN_BIN, MERGED_MEANWHILE, STALE_VERSION, MERGE_CONFLICT, REMARKS_TOO_LONG.
 */
export async function mergeContacts(
  ctx: Ctx,
  { survivorRef, contacts, fields, allRemarks }: BodyOf<typeof mergeApi.merge>,
): Promise<{ mergeRef: string; survivor: Contact }> {
  const ids = contacts.map(({ contactRef }) => contactRef)
  if (!ids.includes(survivorRef) || new Set(ids).size < ids.length) {
    fail('VALIDATION', { fields: [{ path: 'contacts', invalid: 'sameContact' }] })
  }
  if (Object.values(fields).some((id) => !ids.includes(id))) {
    fail('VALIDATION', { fields: [{ path: 'fields', invalid: 'unknownRef' }] })
  }
  const rows = await lockContacts(ctx.db, ids)
  await assertUnchanged(ctx, rows, contacts)
  const survivor = rows.get(survivorRef) as ContactColumns
  const others = ids.filter((id) => id !== survivorRef).map((id) => rows.get(id) as ContactColumns)
  const gone = others.map(({ id }) => String(id))
  const after = chosenColumns({ survivor, others, fields: fields as Partial<Record<MergeField, string>>, allRemarks })
  const before = Object.fromEntries(Object.keys(after).map((column) => [column, survivor[column]]))
  const trail = await moveRows(ctx.db, survivorRef, gone)
  await ctx.db.deleteFrom('contact').where('id', 'in', gone).execute()
  await writeColumns(ctx, survivorRef, after)
  const names = others.map((other) => String(other.full_name))
  await recordList(ctx, 'contact', survivorRef, 'merged_from', [[], names])
  await sql`select refresh_contact_search(array[${survivorRef}]::uuid[])`.execute(ctx.db)
  const snapshot: Snapshot = { ...trail, contacts: others, before, after }
  const { id } = await ctx.db
    .insertInto('contact_merge')
    .values({ survivor_id: survivorRef, snapshot: JSON.stringify(snapshot), created_by: actorId(ctx) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('contact_merge_member')
    .values(gone.map((contactId) => ({ contact_id: contactId, merge_id: id })))
    .execute()
  return { mergeRef: id, survivor: (await getContact(ctx, survivorRef)).value }
}

/** Undoes a merge. Errors: NOT_FOUND, MERGE_OVER, IN_BIN of the survivor, MERGE_EDITED with the changed fields. */
export async function undoMerge(ctx: Ctx, id: string): Promise<undefined> {
  const merge = await ctx.db
    .selectFrom('contact_merge')
    .select(['survivor_id', 'snapshot', 'created_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!merge) fail('NOT_FOUND')
  const snapshot = merge.snapshot as unknown as Snapshot | null
  const survivor = (await lockContacts(ctx.db, [merge.survivor_id])).get(merge.survivor_id)
  if (!snapshot || !survivor || isOver(merge.created_at, ctx.now)) fail('MERGE_OVER')
  // In the bin the e-mail addresses and numbers of the contacts are free for others, so they could not be restored.
  if (survivor.deleted_at) fail('IN_BIN')
  const edited = editedFields(snapshot.after, survivor)
  if (edited.length > 0) fail('MERGE_EDITED', { values: { fields: namesOf(ctx, edited).join(', ') } })
  for (const contact of snapshot.contacts) await putContactBack(ctx, contact)
  // Rows that were dropped as duplicates can only return once the moved rows are back at their contacts.
  for (const change of snapshot.changed.toReversed()) await changeBack(ctx.db, change)
  for (const { table, row } of snapshot.dropped.toReversed()) {
    await attempt(ctx.db, () => putBack(ctx.db, table, row))
  }
  for (const change of snapshot.repointed?.toReversed() ?? []) await changeBack(ctx.db, change)
  await writeColumns(ctx, merge.survivor_id, snapshot.before)
  const names = snapshot.contacts.map((contact) => String(contact.full_name))
  await recordList(ctx, 'contact', merge.survivor_id, 'merged_from', [names, []])
  const ids = [merge.survivor_id, ...snapshot.contacts.map((contact) => String(contact.id))]
  await partForeign(ctx.db, ids)
  await renewCards(ctx.db, ids, merge.created_at)
  await sql`select refresh_contact_search(${ids}::uuid[])`.execute(ctx.db)
  await ctx.db.deleteFrom('contact_merge_member').where('merge_id', '=', id).execute()
  await ctx.db
    .updateTable('contact_merge')
    .set({ undone_at: sql`now()`, undone_by: actorId(ctx), snapshot: null })
    .where('id', '=', id)
    .execute()
}

/** Job: deletes what an undo needs after 30 days; the old ids keep leading to the survivor. */
export async function forgetOldMerges({ database }: AppContext): Promise<void> {
  await sql`
    update contact_merge set snapshot = null
     where snapshot is not null and created_at < now() - ${`${undoDays} days`}::interval`.execute(database.kysely)
}

const isOver = (createdAt: string | Date, now: Date) =>
  now.getTime() - new Date(createdAt).getTime() > undoDays * 24 * 60 * 60 * 1000

async function writeColumns(ctx: Ctx, id: string, columns: ContactColumns): Promise<void> {
  await ctx.db
    .updateTable('contact')
    .set({ ...columns, ...edited })
    .where('id', '=', id)
    .execute()
}

/** Restores a contact with a higher version, so that nobody overwrites it with what they saw before the merge. */
async function putContactBack(ctx: Ctx, contact: ContactColumns): Promise<void> {
  const row = { ...contact, version: Number(contact.version) + 1 }
  const whole = await attempt(ctx.db, () => putBack(ctx.db, 'contact', row))
  // Its sector or origin may have been deleted meanwhile.
  if (!whole) await putBack(ctx.db, 'contact', { ...row, ...(await goneReferences(ctx.db, 'contact', row)) })
}

const branch = { DE: 'Branche', EN: 'Sector', FR: 'Branche' }

function namesOf(ctx: Ctx, fields: readonly MergeField[]): string[] {
  const words = importSentences[ctx.actor.language].fields
  return fields.map((field) => {
    if (field === 'sectorRef') return branch[ctx.actor.language]
    return words[field === 'uidCheck' ? 'uid' : field === 'eoriCheck' ? 'eori' : field]
  })
}
