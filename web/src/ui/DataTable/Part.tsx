import type { ComponentProps } from 'react'

/**
 * A row, cell or group of a grid. No table elements: rows that come and go while scrolling are placed one by one.
 * None is focusable or has keys of its own: the grid keeps the focus, names the active cell and handles the keys.
 */
export const Part = (props: ComponentProps<'div'> & { role: string }) => <div {...props} />
