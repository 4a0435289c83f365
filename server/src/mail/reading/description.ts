import { limits } from '#contract/limits'

/** Returns the HTML of a message for the timeline, or its text if the HTML is too long. */
export function descriptionOf({ html, text }: { html: string; text: string }): string {
  const most = limits.encounter.descriptionLength
  if (html && html.length <= most) return html
  return `<p>${textAsHtml(text.slice(0, most / 2).toWellFormed())}</p>`.slice(0, most)
}

export const textAsHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')
