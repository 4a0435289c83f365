import { Box } from '../layout/Box.tsx'

/** As wide as a button with a count. */
const countWidth = 48

/** Keeps the place in a bar of a button that comes later, so that nothing moves away from under a pointer. */
export const KeptPlace = ({ width = countWidth }: { width?: number }) => <Box sx={{ width, flexShrink: 0 }} />
