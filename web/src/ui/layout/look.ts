type Columns = Partial<Record<'xs' | 'sm' | 'md' | 'lg' | 'xl', number>>

/** Returns styles for fields in equal columns. */
export const fieldGrid = (columns: Columns) => ({
  display: 'grid',
  columnGap: 2,
  rowGap: 3,
  alignItems: 'start',
  gridTemplateColumns: Object.fromEntries(
    Object.entries(columns).map(([width, count]) => [width, `repeat(${count}, minmax(0, 1fr))`]),
  ),
})

/** Styles of a page with a table that fills the rest of the window. */
export const pageLook = { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 } as const

/** Styles of the table; on a phone it follows the form and takes most of the screen. */
export const tableLook = { flex: 1, minHeight: { xs: '70dvh', sm: 260 } } as const
