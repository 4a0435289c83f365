import { ownHtml, placeholdersLeft } from '#contract/lists/placeholders'

/** Returns the sender's own text, without quotes and the placeholder of the signature. */
function ownText(html: string): string {
  const own = ownHtml(html).replace(/\sstyle=/g, ' data-style=')
  const { body } = new DOMParser().parseFromString(own, 'text/html')
  for (const block of body.querySelectorAll('p, div, br, li, h1, h2, h3, td')) block.append('\n')
  return body.textContent ?? ''
}

const attachmentWords =
  /(?<!\p{L})(anbei|im anhang|angeh[äa]ngt|anh[äa]nge?n?|beigef[üu]gt|beilagen?|beiliegend|liegt bei|beigelegt|attached|attachments?|enclosed|ci-joint(e?s?)|pi[èe]ces? jointes?|en annexe|annex[ée]e?s?)(?!\p{L})/iu

/** Returns true if the text mentions an attachment. */
export const speaksOfAttachment = (html: string) => attachmentWords.test(ownText(html))

/** Returns the unfilled placeholders, except the signature, which the server inserts. */
export const openFields = (subject: string, html: string) => placeholdersLeft(subject, ownText(html))
