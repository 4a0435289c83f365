import { Suspense, useState } from 'react'
import { lazyPart } from '../rendering/lazy-part.tsx'
import type { Column } from './columns.ts'
import type { Grid } from './grid.ts'
import type { TableLayout } from './use-layout.ts'

const ColumnMenu = lazyPart(() => import('./Menus.tsx'), 'ColumnMenu')
const RowMenu = lazyPart(() => import('./Menus.tsx'), 'RowMenu')

/** Holds the open menu of a column or row, one at a time; `menu` is the element to render. */
export function useMenus<Row extends object>(layout: TableLayout<Row>, rowActions: Grid<Row>['rowActions']) {
  const [shown, setShown] = useState<{ anchor: HTMLElement; column?: Column<Row>; row?: Row }>()
  const close = () => setShown(undefined)
  const menu = (
    <Suspense>
      {shown?.column && <ColumnMenu column={shown.column} layout={layout} anchor={shown.anchor} onClose={close} />}
      {shown?.row && rowActions && <RowMenu actions={rowActions(shown.row)} anchor={shown.anchor} onClose={close} />}
    </Suspense>
  )
  return {
    menu,
    openColumnMenu: (column: Column<Row>, anchor: HTMLElement) => setShown({ column, anchor }),
    openRowMenu: (row: Row, anchor: HTMLElement) => setShown({ row, anchor }),
  }
}
