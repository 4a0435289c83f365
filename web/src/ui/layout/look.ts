type Columns = Partial<Record<'xs' | 'sm' | 'md' | 'lg' | 'xl', number>>

/** Fields side by side in so many equal columns. */
export const fieldGrid = (columns: Columns) => ({
  display: 'grid',
  columnGap: 2,
  rowGap: 3,
  alignItems: 'start',
  gridTemplateColumns: Object.fromEntries(
    Object.entries(columns).map(([width, count]) => [width, `repeat(${count}, minmax(0, 1fr))`]),
  ),
})

/** A page whose table takes what the window leaves. */
export const pageLook = { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 } as const

/** On a phone the table stands below the form and takes most of the screen for itself. */
export const tableLook = { flex: 1, minHeight: { xs: '70dvh', sm: 260 } } as const
