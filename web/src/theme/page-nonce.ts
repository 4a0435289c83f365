/**
 * Returns the nonce for style elements. Once the page is parsed, the attribute reads as empty, but not the property.
 */
export const pageNonce = () =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ||
  document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
