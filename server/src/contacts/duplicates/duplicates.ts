import { sql } from 'kysely'
import type { Contact } from '#contract/contacts/contacts'
import type {
  ContactDraft,
  DuplicateGroup,
  DuplicateGroupDetail,
  DuplicatePair,
  DuplicateRun,
  LikelyContact,
} from '#contract/contacts/duplicates'
import type { RelationType } from '#contract/contacts/relations'
import { actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { assertAllThere, getContact, readPhone } from '../contacts.ts'
import { erasedAmong, keysOf } from '../records/records.ts'
import { addRelation } from '../relations/relations.ts'
import {
  type Pair,
  selectGroups,
  selectLatestRun,
  selectLikely,
  selectPairs,
  settlePairs,
} from './duplicates.queries.ts'

export { countOfGroups } from './duplicates.queries.ts'

interface Groups {
  groups: DuplicateGroup[]
  total: number
  more: boolean
}

export async function listGroups(ctx: Ctx, query: { page: number; pageSize: number }): Promise<Groups> {
  const rows = await selectGroups(ctx.db, query)
  const total = rows[0]?.total ?? 0
  return {
    groups: rows.map(({ total: _, ...group }) => group),
    total,
    more: query.page * query.pageSize < total,
  }
}

export const latestRun = (ctx: Ctx): Promise<DuplicateRun | null> => selectLatestRun(ctx.db)

/** Starts a search for duplicates, unless one is under way. */
export async function startRun(ctx: Ctx): Promise<DuplicateRun> {
  const { rows } = await sql<{ id: string }>`
    insert into contact_duplicate_run (created_by) values (${ctx.actor.id}) on conflict do nothing returning id`.execute(
    ctx.db,
  )
  if (rows[0]) await ctx.enqueue('findContactDuplicates', { runId: rows[0].id })
  return (await selectLatestRun(ctx.db)) ?? fail('NOT_FOUND')
}

/** Queues another comparison of all contacts, after many were added at once. */
export const searchAgain = (ctx: Ctx): Promise<void> => ctx.enqueue('findContactDuplicates', {})

/** Errors: NOT_FOUND for a group that is settled, or if its contacts are in the bin. */
export async function getGroup(ctx: Ctx, id: string): Promise<DuplicateGroupDetail> {
  const pairs = await selectPairs(ctx.db, id)
  const [best] = pairs
  if (!best) fail('NOT_FOUND')
  const ids = [...new Set(pairs.flatMap(({ oneRef, otherRef }) => [oneRef, otherRef]))].sort()
  const contacts: Contact[] = []
  for (const one of ids) contacts.push((await getContact(ctx, one)).value)
  return { id, score: best.score, contacts, pairs: pairs.map((pair) => withProposal(pair, contacts)) }
}

/** Errors: VALIDATION for contacts that do not exist. */
export async function rememberNotDuplicate(ctx: Ctx, ids: readonly string[]): Promise<undefined> {
  await assertAllThere(ctx, ids, 'contactRefs')
  await settlePairs(ctx.db, [...new Set(ids)], actorId(ctx))
}

/** Adds a relation between two contacts instead of merging them. Errors: those of `addRelation`. */
export async function relateInstead(
  ctx: Ctx,
  { contactRef, otherRef, type }: { contactRef: string; otherRef: string; type: RelationType },
): Promise<undefined> {
  await addRelation(ctx, contactRef, { contactRef: otherRef, type, active: true })
  await settlePairs(ctx.db, [contactRef, otherRef], actorId(ctx))
}

/** Returns the existing contacts that a new one may duplicate, and whether it resembles one that was erased. */
export async function likelyContacts(
  ctx: Ctx,
  draft: ContactDraft,
): Promise<{ matches: LikelyContact[]; erased: boolean }> {
  const phones = draft.phones.flatMap((typed) => readPhone(typed) ?? [])
  const matches = await selectLikely(ctx.db, draft, phones)
  const keys = keysOf({ ...draft, phones: phones.map(({ number }) => number) })
  return { matches, erased: (await erasedAmong(ctx, keys)).size > 0 }
}

// --- what two contacts may be to each other ------------------------------------------------------------------------

const generation = 16

function withProposal(pair: Pair, contacts: readonly Contact[]): DuplicatePair {
  const find = (ref: string) => contacts.find(({ id }) => id === ref)
  const [one, other] = [find(pair.oneRef), find(pair.otherRef)]
  return { ...pair, proposedType: one && other ? proposeType(one, other) : null }
}

/** Returns what the second contact may be to the first; null when nothing suggests a relation. */
function proposeType(one: Contact, other: Contact): RelationType | null {
  if (one.legalType !== other.legalType) return other.legalType === 'LEGAL' ? 'EMPLOYER' : 'EMPLOYEE'
  if (one.legalType === 'LEGAL') return other.customerType?.startsWith('RESELLER') ? 'RESELLER' : null
  if (!one.surname || one.surname.toLowerCase() !== other.surname.toLowerCase()) return null
  if (one.birthdate && other.birthdate) {
    const years = Number(other.birthdate.slice(0, 4)) - Number(one.birthdate.slice(0, 4))
    if (Math.abs(years) >= generation) return years > 0 ? 'CHILD' : 'PARENTS'
  }
  return 'COUPLE'
}
