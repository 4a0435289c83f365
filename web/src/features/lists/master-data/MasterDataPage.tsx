import type { FieldValues } from 'react-hook-form'
import type { Saved } from './InUseDialog.tsx'
import { ListPage } from './ListPage.tsx'
import { MasterDataDialog, type MasterDataProps } from './MasterDataDialog.tsx'

/** A simple list page with a form. Lists with special cases have pages of their own. */
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
