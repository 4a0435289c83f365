/** Returns the plain text of HTML. */
export const textOf = (html: string) =>
  new DOMParser().parseFromString(html.replace(/style=/g, 'data-style='), 'text/html').body.textContent ?? ''
