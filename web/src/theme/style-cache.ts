import createCache, { type EmotionCache, type StylisElement } from '@emotion/cache'
import { pageNonce } from './page-nonce.ts'

/** The one property that a browser of ours knows by an older name only: to look for all that ever had one took a third of what a style costs. */
function olderName(element: StylisElement) {
  if (element.type !== 'decl' || element.props !== 'user-select') return
  element.return = `-webkit-${element.value}${element.value}`
}

/** Where all styles stand that components bring along; made for the first that is drawn, as it needs a page. */
export const styleCache = () => {
  made ??= createCache({ key: 'glut', nonce: pageNonce(), prepend: true, stylisPlugins: [olderName] })
  return made
}
let made: EmotionCache | undefined
