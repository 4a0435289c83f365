/** What allows the style elements of this page. The attribute reads as empty once the page is parsed, the property does not. */
export const pageNonce = () =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ||
  document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
