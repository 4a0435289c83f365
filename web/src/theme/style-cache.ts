import createCache, { type EmotionCache, type StylisElement } from '@emotion/cache'
import { pageNonce } from './page-nonce.ts'

/** Adds the only vendor prefix that is needed. Checking all properties, the default, took a third of a style's time. */
function olderName(element: StylisElement) {
  if (element.type !== 'decl' || element.props !== 'user-select') return
  element.return = `-webkit-${element.value}${element.value}`
}

/** Returns the cache of all component styles; created on first use, because it needs a document. */
export const styleCache = () => {
  made ??= createCache({ key: 'glut', nonce: pageNonce(), prepend: true, stylisPlugins: [olderName] })
  return made
}
let made: EmotionCache | undefined
