import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { type ListApi, ListPage, type ListProps, type Saved } from './ListPage.tsx'
import { MasterDataDialog } from './MasterDataDialog.tsx'

export interface MasterDataProps<Row extends Saved, Values extends FieldValues, Input extends FieldValues>
  extends ListProps<Row> {
  /** One of `masterData` in the contract, and the body of its `add`. */
  api: ListApi<Row> & { update: Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType<Row>> }
  schema: z.ZodType<Values, Input>
  /** What a new entry starts with. */
  initial: Input
  /** The fields of the form, and how they are called where two versions differ. */
  fields: ReactNode
  fieldLabels: Record<keyof Values & string, string>
  /** The greatest width of the form in pixels. */
  width?: number
}

/** A plain list whose entries are added, changed and removed. A list with a case of its own gets a page of its own. */
export function MasterDataPage<Row extends Saved, Values extends FieldValues, Input extends FieldValues>(
  props: MasterDataProps<Row, Values, Input>,
) {
  return (
    <ListPage
      {...props}
      bodyOf={(row) => props.schema.parse(row)}
      form={(row, onClose) => <MasterDataDialog {...props} row={row} onClose={onClose} />}
    />
  )
}
