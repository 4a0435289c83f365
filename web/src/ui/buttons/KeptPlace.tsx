import { Box } from '../layout/Box.tsx'

/** Width in pixels of a button with a count. */
const countWidth = 48

/** Reserves the space of a button that loads later, so that nothing moves under the pointer. */
export const KeptPlace = ({ width = countWidth }: { width?: number }) => <Box sx={{ width, flexShrink: 0 }} />
