import { proxiesOf } from '../boards/boards.ts'

export const { withStandIn, shown, shownCard, standIn, whoIsAway, looksAfter, caretakers, away } = proxiesOf(
  'FLAME',
  'f',
)
