import { proxiesOf } from '../../orders/boards/boards.ts'

export const { withStandIn, shown, shownCard, standIn, whoIsAway, looksAfter, caretakers, away } = proxiesOf(
  'PROJECT',
  'p',
)
