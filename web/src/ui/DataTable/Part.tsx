import type { ComponentProps } from 'react'

/**
 * A row, cell or group of a grid. Not a table element, because virtual scrolling positions rows one by one.
 * Parts are not focusable and handle no keys: the grid keeps the focus, names the active cell and handles the keys.
 */
export const Part = (props: ComponentProps<'div'> & { role: string }) => <div {...props} />
