import { type RawBuilder, sql } from 'kysely'
import type { KeepReason } from '#contract/contacts/records'
import { isOrder } from '../../orders/flames/flames.ts'

/** Rows that are kept when their contact is erased, such as orders; a slice with such rows adds its line. */
export interface Keep {
  readonly table: string
  readonly because: KeepReason
  /** Condition for the rows `t` that are kept; the others are deleted. */
  readonly only?: RawBuilder<boolean>
  /** Record that a row is part of; the whole record is deleted with the row. */
  readonly partOf?: { readonly table: string; readonly column: string }
}

export const keeps: readonly Keep[] = [
  { table: 'dossier', because: 'RETENTION', only: isOrder(sql`t`), partOf: { table: 'flame', column: 'flame_id' } },
]
