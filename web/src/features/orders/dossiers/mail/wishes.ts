/** Words (German, English, French) that tell whether a sentence asks for something; else no product is suggested. */

/** Words about what the sender has, had, waits for or does not want. */
export const tellsOfPast =
  /(?<!\p{L})(kaputt\p{L}*|defekt\p{L}*|besch(a|ä|ae)digt\p{L}*|rost(et|en|ig\p{L}*)?|reklam\p{L}*|garantie\p{L}*|gekauft\p{L}*|bestellt\p{L}*|erhalten|gelieferte\p{L}*|ausgeliefert\p{L}*|verschickt\p{L}*|versandt\p{L}*|unterwegs|retour\p{L}*|zur(ü|ue)ck(senden|geben|schicken|bringen|nehmen)|r(ü|ue)ckgabe|storn\p{L}*|annullier\p{L}*|widerruf\p{L}*|r(ü|ue)cksend\p{L}*|besitze\p{L}*|erworben|haben? (wir |ich )?(bereits|schon)|gefallen? uns|begeistert|abgesagt|nicht mehr|noch nicht|immer noch|wo bleib\p{L}*|wann komm\p{L}*|verzicht\p{L}*|zu (teuer|hoch|gross|klein)|fehlt|fehlen|rechnung\p{L}*|lieferschein\p{L}*|anleitung\p{L}*|umtausch\p{L}*|austausch\p{L}*|bedank\p{L}*|gehabt|wieder ab|ersatz\p{L}*|repar\p{L}*|reinig\p{L}*|broken|damaged|bought|received|return(ed|ing)?|manual|ordered|arrived|cancel\p{L}*|rust\p{L}*|spare|repair\p{L}*|cass(é|e)\p{L}*|re(ç|c)u\p{L}*|achet(é|ée|és|ées)|(é|e)change\p{L}*|mode d.emploi|command(é|ée|és|ées)|arriv(é|e)\p{L}*|annul\p{L}*|r(é|e)par\p{L}*)(?!\p{L})/iu

const asking =
  /(?<!\p{L})(m(ö|oe)cht\p{L}*|w(ü|ue)nsch\p{L}*|h(ä|ae)tten?|n(ä|ae)hmen?|nehmen?|br(ä|ae)ucht\p{L}*|brauch(e|en|t)|ben(ö|oe)tig\p{L}*|such(e|en|t)|interess\p{L}*|offert?e?n?|offerier\p{L}*|angebot\p{L}*|preis\p{L}*|kost(en|et|e)|bestell(e|en|ung|ungen)|liefer(bar|termin|frist|zeit)|(an|am|auf) lager|verf(ü|ue)gbar|vorr(ä|ae)tig|erh(ä|ae)ltlich|(haben|f(ü|ue)hren|verkaufen) sie|gibt es|gibts|reservier\p{L}*|kaufen?|anfrage|lieber|sondern|entscheid\p{L}*|entschied\p{L}*|quot\p{L}*|pric\p{L}*|order|would like|i.d like|need|want|looking for|how much|buy|interest\p{L}*|in stock|available|do you (have|sell)|cost|costs|commander|commande|commandons|acheter|prix|devis|offre|voudr\p{L}*|souhait\p{L}*|besoin|int(é|e)ress\p{L}*|combien|co(û|u)te(nt)?|en stock|disponibles?|cherch\p{L}*|avez-vous|aimerai\p{L}*)(?!\p{L})/iu

/** Words that ask for something if it has a quantity. */
const askingForSome =
  /(?<!\p{L})(bitte|liefern|senden|schicken|please|send|deliver|svp|merci|envoyer|livrer)(?!\p{L})/iu
const thanking = /(?<!\p{L})(dank\p{L}*|thanks?|thank you|merci (pour|de))(?!\p{L})/iu
const verb =
  /(?<!\p{L})(ist|sind|war|waren|hat|haben|wird|werden|wurden?|kam|kamen|passt|passen|is|are|was|were|has|have|est|sont|ont|a)(?!\p{L})/iu

/** Words allowed in a line of a list besides the article. */
const ofLists = new Set(
  're aw wg fwd und sowie oder plus je noch dazu auch gern gerne bitte artikel anzahl menge position pos inkl samt chf eur and et ou or also aussi'.split(
    ' ',
  ),
)

interface Named {
  /** True if the product starts the sentence, apart from its quantity. */
  readonly first: boolean
  readonly counted: boolean
}

/** Returns true if the sentence asks for the product; `besides` holds its words without titles and quantities. */
export function isWished(sentence: string, { first, counted }: Named, besides: readonly string[]): boolean {
  if (besides.every((word) => ofLists.has(word))) return true
  if (thanking.test(sentence) && !counted) return false
  if (asking.test(sentence)) return true
  if (!counted) return false
  return askingForSome.test(sentence) || (first && !verb.test(sentence))
}
