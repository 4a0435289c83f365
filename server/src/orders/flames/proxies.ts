import { proxiesOf } from '../boards/boards.ts'

export const proxies = proxiesOf('FLAME', 'f')
export const { withStandIn, shown, shownCard, standIn, whoIsAway, looksAfter, caretakers, away } = proxies
