import { type RawBuilder, sql } from 'kysely'
import type { KeepReason } from '#contract/contacts/records'
import { isOrder } from '../../orders/flames/flames.ts'

/** Rows of a contact that outlive it when it is erased, such as orders: a slice that has some adds its line. */
export interface Keep {
  readonly table: string
  readonly because: KeepReason
  /** Those rows `t` alone; the others go. */
  readonly only?: RawBuilder<boolean>
  /** The record that a row is part of: where the row goes, the whole goes. */
  readonly partOf?: { readonly table: string; readonly column: string }
}

export const keeps: readonly Keep[] = [
  { table: 'dossier', because: 'RETENTION', only: isOrder(sql`t`), partOf: { table: 'flame', column: 'flame_id' } },
]
