import { type MergeField, mergeFields } from '#contract/contacts/merges'
import { limits } from '#contract/limits'
import { fail } from '../../http/problem.ts'
import { contactColumns as own } from '../contacts.ts'

type Own = keyof typeof own.names

/** Columns that belong to a field; a tax or customs number includes the result of its check. */
const columnsOf: Record<MergeField, readonly string[]> = {
  ...(Object.fromEntries(Object.entries(own.names).map(([field, name]) => [field, [name]])) as Record<Own, string[]>),
  uidCheck: ['uid', 'uid_state', 'uid_source', 'uid_checked_at'],
  eoriCheck: ['eori', 'eori_state', 'eori_source', 'eori_checked_at'],
}

export type ContactColumns = Record<string, unknown>

interface Choice {
  readonly survivor: ContactColumns
  readonly others: readonly ContactColumns[]
  readonly fields: Partial<Record<MergeField, string>>
  readonly allRemarks: boolean
}

/** Returns the columns of the survivor that the choice changes, with their new values. Errors: REMARKS_TOO_LONG. */
export function chosenColumns({ survivor, others, fields, allRemarks }: Choice): ContactColumns {
  const chosen: ContactColumns = {}
  for (const field of mergeFields) {
    const source = others.find(({ id }) => id === fields[field])
    if (source) for (const column of columnsOf[field]) chosen[column] = source[column]
  }
  if (allRemarks) {
    const all = [survivor, ...others].map(({ remarks }) => String(remarks)).filter(Boolean)
    const joined = [...new Set(all)].join('\n\n')
    const limit = limits.remarksLength
    if (joined.length > limit) fail('REMARKS_TOO_LONG', { values: { limit } })
    chosen.remarks = joined
  }
  const purchases = [survivor, ...others].flatMap(({ latest_purchase: date }) =>
    typeof date === 'string' ? [date] : [],
  )
  chosen.latest_purchase = purchases.sort().at(-1) ?? null
  return Object.fromEntries(Object.entries(chosen).filter(([column, value]) => !same(value, survivor[column])))
}

/** Returns the fields whose columns changed since the merge wrote them. */
export const editedFields = (written: ContactColumns, now: ContactColumns): MergeField[] =>
  mergeFields.filter((field) =>
    columnsOf[field].some((column) => column in written && !same(written[column], now[column])),
  )

const same = (one: unknown, other: unknown) => (one ?? null) === (other ?? null)
