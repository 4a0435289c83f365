import { ownHtml, placeholdersLeft } from '#contract/lists/placeholders'

/** What the sender wrote: not what is quoted or forwarded, and not the placeholder of the signature. */
function ownText(html: string): string {
  const own = ownHtml(html).replace(/\sstyle=/g, ' data-style=')
  const { body } = new DOMParser().parseFromString(own, 'text/html')
  for (const block of body.querySelectorAll('p, div, br, li, h1, h2, h3, td')) block.append('\n')
  return body.textContent ?? ''
}

const attachmentWords =
  /(?<!\p{L})(anbei|im anhang|angeh[äa]ngt|anh[äa]nge?n?|beigef[üu]gt|beilagen?|beiliegend|liegt bei|beigelegt|attached|attachments?|enclosed|ci-joint(e?s?)|pi[èe]ces? jointes?|en annexe|annex[ée]e?s?)(?!\p{L})/iu

/** The text speaks of something that goes along with it. */
export const speaksOfAttachment = (html: string) => attachmentWords.test(ownText(html))

/** What stands in the placeholders that nobody filled in; the signature is put in when the message is sent. */
export const openFields = (subject: string, html: string) => placeholdersLeft(subject, ownText(html))
