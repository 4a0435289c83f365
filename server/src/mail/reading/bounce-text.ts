/** Patterns for reports that are written for people only: one rule per line, the most certain first. */

const address = String.raw`["'«(]?<?(?:mailto:|rfc822;\s?|smtp;\s?|smtp:)?([\w.!#$%&*+/=?^{|}~-]{1,64}@[a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?)>?`
const rules: readonly RegExp[] = [
  // qmail, Postfix, Exim, Sendmail, Exchange, Notes: a line that begins with the address.
  String.raw`^[\s>*|•-]{0,20}${address}\]?(?=[ \t]*(?:\[|\((?:expanded|reason|generated|ultimately)[^\n]*)?(?:$|:|\.\.\.|on (?:\d|[a-z]{3},)|,? ?am \d|[-–—] |;))`,
  // Gmail, Exchange, GMX, Outlook: a sentence that leads to the address.
  String.raw`(?:delivered to|deliver(?:y|ed|ing)? (?:your |the )?(?:e-?mail |message |mail )?to|(?:your|ihre?|votre|il (?:suo|tuo)|el) (?:e-?mail|message|nachricht|mail|messaggio|courriel|mensaje)[^\n@]{0,40} (?:to|an|à|a)|(?:following |final |failed |original |intended |the )?(?:recipients?|address(?:es)?|mailbox|users?|empfänger\w*|adressen?|destinataires?|destinatari\w*|e-mail-adresse)(?: (?:address|was|is|are|ist|sind|failed|konnte\w*|could not be reached|permanently))*\b|rcpt to|for|fehlgeschlagen|failed(?: permanently)?|reached|zugestellt werden|(?:an|à|a) (?:folgende\w*|die|l'adresse|l'indirizzo))[:\s]{1,6}${address}`,
  // An address followed by what a server said about it.
  String.raw`${address}[^\n@]{0,60}(?:unknown|not found|not exist|no such|rejected|refused|failed|could ?n[o']t|cannot|is full|over quota|unbekannt|nicht|inconnu|n'existe|sconosciut|non esiste|undeliver)`,
  String.raw`\b5\d\d[ -][^\n@]{0,120}?\s${address}`,
].map((source) => new RegExp(source, 'gim'))

/** Beginning of the message that a report quotes. */
const quoted =
  /^[> \t|]*(?:-{2,}[^\n]{0,20}(?:original|copy|return|below|unsent|header|enclosed|message|nachricht|includ|transcript of (?:the )?message)[^\n]{0,60}|(?:received|return-path|message-id|x-[\w-]+): ?[^\n]*)$/im

const mostLooked = 20_000

/** Splits a report into its own text and what it quotes. */
export function partsOfReport(text: string): { said: string; quote: string } {
  const whole = text.slice(0, mostLooked).replaceAll('\r', '')
  const at = quoted.exec(whole)?.index ?? whole.length
  // With hardly any text before it, the line does not begin a quote.
  return at > 40 ? { said: whole.slice(0, at), quote: whole.slice(at) } : { said: whole, quote: whole }
}

/** Returns the addresses that were not reached, by the first rule that finds one, except for `others`. */
export function addressesIn(said: string, others: readonly string[]): string[] {
  for (const rule of rules) {
    const found = [...said.matchAll(rule)].map(([, one = '']) => one).filter((one) => isRecipient(one, others))
    if (found.length > 0) return unique(found)
  }
  return []
}

/** Returns recipients of the quoted message: those that the report names, or the only one. */
export function addressesOfQuote(head: string, said: string, others: readonly string[]): string[] {
  const unfolded = head.replace(/\r?\n[ \t]+/g, ' ')
  const fields = unfolded.match(/^[> \t|]*(?:to|cc|x-original-to|delivered-to):[^\n]{0,5000}/gim) ?? []
  const all = unique(
    (fields.join(' ').match(/(?<![^\s<>()"',;:[\]])[^\s<>()"',;:@[\]]{1,64}@[\w.-]{1,250}\w/g) ?? []).filter(
      (one) => !others.includes(one),
    ),
  )
  const named = all.filter((one) => said.toLowerCase().includes(one.toLowerCase()))
  if (named.length > 0) return named
  return all.length === 1 ? all : []
}

/** Returns the address of a report that contains only one. */
export function onlyAddressIn(said: string, others: readonly string[]): string[] {
  const all = (said.match(/[\w.!#$%&*+/=?^{|}~-]{1,64}@[a-z\d][a-z\d.-]{0,250}[a-z\d]/gi) ?? []).filter((one) =>
    isRecipient(one, others),
  )
  return unique(all).length === 1 ? unique(all) : []
}

const isRecipient = (one: string, others: readonly string[]) =>
  !/^(mailer-daemon|postmaster|abuse|support|helpdesk)@/i.test(one) && !others.includes(one.toLowerCase())

function unique(all: readonly string[]): string[] {
  return [...new Map(all.map((one) => [one.toLowerCase(), one])).values()]
}

/** Phrases that say that a message was not delivered. */
const failure =
  /(?:could|can|was|were|did|has|have)(?: ?n[o']t| ?n’t|not)(?: be| been)?(?: successfully)? (?:deliver|reach|sent|relay|process)|undeliver|delivery[^\n.]{0,60}fail|unable to (?:deliver|relay)|failed (?:permanently|to deliver)|permanent(?:ly)? (?:fatal )?(?:error|fail)|returned to (?:you|sender)|message (?:was |has been )?(?:rejected|returned|bounced)|delivery error|user unknown|unknown (?:user|recipient|local)|no such (?:user|recipient|mailbox)|mailbox (?:is )?(?:full|unavailable|not found)|unzustellbar|nicht (?:\w+ )?(?:zugestellt|zustellen|ausgeliefert|übermittelt)|zustellung[^\n.]{0,40}(?:fehlgeschlagen|nicht möglich|gescheitert)|n['’](?:a|ont) (?:pas )?pu être (?:remis|distribu|délivr|envoy|livr|achemin)|n['’]a pas été (?:remis|distribu|délivr|livr)|échec de (?:la )?(?:remise|livraison|distribution)|impossible (?:de |d['’])(?:remettre|délivrer|distribuer)|non (?:è stato )?(?:possibile )?(?:consegnar|recapitat|consegnat)|mancat[oa] (?:consegna|recapito)|no (?:se )?(?:ha )?(?:podido|pudo) (?:ser )?entreg/i
const delay =
  /warning message only|(?:do|need) not (?:need to )?resend|not yet (?:been )?delivered|(?:still|keep|continue[sd]?|will) (?:be(?:ing)? )?(?:retr|try)|delivery (?:is |has been |was )?(?:delayed|temporarily)|(?:status notification|message) \(?delay|noch nicht zugestellt|verzögert|weiterhin versucht|retardé|ritardo/i

export const saysFailure = (text: string) => failure.test(text.slice(0, mostLooked))
/** Whether a report says that delivery is delayed and still being tried. */
export const saysDelay = (subject: string, said: string) =>
  delay.test(subject) ||
  (delay.test(said.slice(0, 3000)) && !/giv(?:en|ing)? up|not going to try again|permanent/i.test(said))
