import { proxiesOf } from '../../orders/boards/boards.ts'

export const proxies = proxiesOf('PROJECT', 'p')
export const { withStandIn, shown, shownCard, standIn, whoIsAway, looksAfter, caretakers, away } = proxies
