import { limits } from '#contract/limits'

/** As it stands in the message; one that is too long for a timeline as text. */
export function descriptionOf({ html, text }: { html: string; text: string }): string {
  const most = limits.encounter.descriptionLength
  if (html && html.length <= most) return html
  return `<p>${textAsHtml(text.slice(0, most / 2).toWellFormed())}</p>`.slice(0, most)
}

export const textAsHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')
