/** What the texts of reports look like that say nothing to a machine: a rule a line, most certain first. */

const address = String.raw`["'«(]?<?(?:mailto:|rfc822;\s?|smtp;\s?|smtp:)?([\w.!#$%&*+/=?^{|}~-]{1,64}@[a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?)>?`
const rules: readonly RegExp[] = [
  // qmail, Postfix, Exim, Sendmail, Exchange, Notes: a line that begins with the address.
  String.raw`^[\s>*|•-]{0,20}${address}\]?(?=[ \t]*(?:\[|\((?:expanded|reason|generated|ultimately)[^\n]*)?(?:$|:|\.\.\.|on (?:\d|[a-z]{3},)|,? ?am \d|[-–—] |;))`,
  // Gmail, Exchange, GMX, Outlook: a sentence that leads to it.
  String.raw`(?:delivered to|deliver(?:y|ed|ing)? (?:your |the )?(?:e-?mail |message |mail )?to|(?:your|ihre?|votre|il (?:suo|tuo)|el) (?:e-?mail|message|nachricht|mail|messaggio|courriel|mensaje)[^\n@]{0,40} (?:to|an|à|a)|(?:following |final |failed |original |intended |the )?(?:recipients?|address(?:es)?|mailbox|users?|empfänger\w*|adressen?|destinataires?|destinatari\w*|e-mail-adresse)(?: (?:address|was|is|are|ist|sind|failed|konnte\w*|could not be reached|permanently))*\b|rcpt to|for|fehlgeschlagen|failed(?: permanently)?|reached|zugestellt werden|(?:an|à|a) (?:folgende\w*|die|l'adresse|l'indirizzo))[:\s]{1,6}${address}`,
  // Whatever a server said of it.
  String.raw`${address}[^\n@]{0,60}(?:unknown|not found|not exist|no such|rejected|refused|failed|could ?n[o']t|cannot|is full|over quota|unbekannt|nicht|inconnu|n'existe|sconosciut|non esiste|undeliver)`,
  String.raw`\b5\d\d[ -][^\n@]{0,120}?\s${address}`,
].map((source) => new RegExp(source, 'gim'))

/** The beginning of a message that a report quotes. */
const quoted =
  /^[> \t|]*(?:-{2,}[^\n]{0,20}(?:original|copy|return|below|unsent|header|enclosed|message|nachricht|includ|transcript of (?:the )?message)[^\n]{0,60}|(?:received|return-path|message-id|x-[\w-]+): ?[^\n]*)$/im

const mostLooked = 20_000

/** What a report says itself, and what it quotes. */
export function partsOfReport(text: string): { said: string; quote: string } {
  const whole = text.slice(0, mostLooked).replaceAll('\r', '')
  const at = quoted.exec(whole)?.index ?? whole.length
  // Where hardly anything stands before it, the line was no beginning.
  return at > 40 ? { said: whole.slice(0, at), quote: whole.slice(at) } : { said: whole, quote: whole }
}

/** The addresses that did not get the message, by the first rule that finds one; never one of `others`. */
export function addressesIn(said: string, others: readonly string[]): string[] {
  for (const rule of rules) {
    const found = [...said.matchAll(rule)].map(([, one = '']) => one).filter((one) => isRecipient(one, others))
    if (found.length > 0) return unique(found)
  }
  return []
}

/** Of the recipients of the message that is quoted: the one that there is, or those that the report names. */
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

/** The only address that the report names at all. */
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

/** Says that a message did not arrive. */
const failure =
  /(?:could|can|was|were|did|has|have)(?: ?n[o']t| ?n’t|not)(?: be| been)?(?: successfully)? (?:deliver|reach|sent|relay|process)|undeliver|delivery[^\n.]{0,60}fail|unable to (?:deliver|relay)|failed (?:permanently|to deliver)|permanent(?:ly)? (?:fatal )?(?:error|fail)|returned to (?:you|sender)|message (?:was |has been )?(?:rejected|returned|bounced)|delivery error|user unknown|unknown (?:user|recipient|local)|no such (?:user|recipient|mailbox)|mailbox (?:is )?(?:full|unavailable|not found)|unzustellbar|nicht (?:\w+ )?(?:zugestellt|zustellen|ausgeliefert|übermittelt)|zustellung[^\n.]{0,40}(?:fehlgeschlagen|nicht möglich|gescheitert)|n['’](?:a|ont) (?:pas )?pu être (?:remis|distribu|délivr|envoy|livr|achemin)|n['’]a pas été (?:remis|distribu|délivr|livr)|échec de (?:la )?(?:remise|livraison|distribution)|impossible (?:de |d['’])(?:remettre|délivrer|distribuer)|non (?:è stato )?(?:possibile )?(?:consegnar|recapitat|consegnat)|mancat[oa] (?:consegna|recapito)|no (?:se )?(?:ha )?(?:podido|pudo) (?:ser )?entreg/i
const delay =
  /warning message only|(?:do|need) not (?:need to )?resend|not yet (?:been )?delivered|(?:still|keep|continue[sd]?|will) (?:be(?:ing)? )?(?:retr|try)|delivery (?:is |has been |was )?(?:delayed|temporarily)|(?:status notification|message) \(?delay|noch nicht zugestellt|verzögert|weiterhin versucht|retardé|ritardo/i

export const saysFailure = (text: string) => failure.test(text.slice(0, mostLooked))
/** It may still arrive. */
export const saysDelay = (subject: string, said: string) =>
  delay.test(subject) ||
  (delay.test(said.slice(0, 3000)) && !/giv(?:en|ing)? up|not going to try again|permanent/i.test(said))
