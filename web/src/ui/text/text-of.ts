/** What a formatted text says, without its looks. */
export const textOf = (html: string) =>
  new DOMParser().parseFromString(html.replace(/style=/g, 'data-style='), 'text/html').body.textContent ?? ''
