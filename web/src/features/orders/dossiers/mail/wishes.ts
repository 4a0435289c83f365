/** Whether a sentence asks for something: without a word of it nothing in it is offered. In German, English and French. */

/** Somebody tells of what they have, had, wait for, or do not want. */
export const tellsOfPast =
  /(?<!\p{L})(kaputt\w*|defekt\w*|besch(a|ä|ae)digt\w*|rost(et|en|ig\w*)?|reklam\w*|garantie\w*|gekauft\w*|bestellt\w*|erhalten|gelieferte\w*|ausgeliefert\w*|verschickt\w*|versandt\w*|unterwegs|retour\w*|zur(ü|ue)ck(senden|geben|schicken|bringen|nehmen)|r(ü|ue)ckgabe|storn\w*|annullier\w*|widerruf\w*|r(ü|ue)cksend\w*|besitze\w*|erworben|haben? (wir |ich )?(bereits|schon)|gefallen? uns|begeistert|abgesagt|nicht mehr|noch nicht|immer noch|wo bleib\w*|wann komm\w*|verzicht\w*|zu (teuer|hoch|gross|klein)|fehlt|fehlen|rechnung\w*|lieferschein\w*|anleitung\w*|umtausch\w*|austausch\w*|bedank\w*|gehabt|wieder ab|ersatz\w*|repar\w*|reinig\w*|broken|damaged|bought|received|return(ed|ing)?|manual|ordered|arrived|cancel\w*|rust\w*|spare|repair\w*|cass(é|e)\w*|re(ç|c)u\w*|achet(é|ée|és|ées)|(é|e)change\w*|mode d.emploi|command(é|ée|és|ées)|arriv(é|e)\w*|annul\w*|r(é|e)par\w*)(?!\p{L})/iu

const asking =
  /(?<!\p{L})(m(ö|oe)cht\w*|w(ü|ue)nsch\w*|h(ä|ae)tten?|n(ä|ae)hmen?|nehmen?|br(ä|ae)ucht\w*|brauch(e|en|t)|ben(ö|oe)tig\w*|such(e|en|t)|interess\w*|offert?e?n?|offerier\w*|angebot\w*|preis\w*|kost(en|et|e)|bestell(e|en|ung|ungen)|liefer(bar|termin|frist|zeit)|(an|am|auf) lager|verf(ü|ue)gbar|vorr(ä|ae)tig|erh(ä|ae)ltlich|(haben|f(ü|ue)hren|verkaufen) sie|gibt es|gibts|reservier\w*|kaufen?|anfrage|lieber|sondern|entscheid\w*|entschied\w*|quot\w*|pric\w*|order|would like|i.d like|need|want|looking for|how much|buy|interest\w*|in stock|available|do you (have|sell)|cost|costs|commander|commande|commandons|acheter|prix|devis|offre|voudr\w*|souhait\w*|besoin|int(é|e)ress\w*|combien|co(û|u)te(nt)?|en stock|disponibles?|cherch\w*|avez-vous|aimerai\w*)(?!\p{L})/iu

/** What is asked of something that is counted. */
const askingForSome =
  /(?<!\p{L})(bitte|liefern|senden|schicken|please|send|deliver|svp|merci|envoyer|livrer)(?!\p{L})/iu
const thanking = /(?<!\p{L})(dank\w*|thanks?|thank you|merci (pour|de))(?!\p{L})/iu
const verb =
  /(?<!\p{L})(ist|sind|war|waren|hat|haben|wird|werden|wurden?|kam|kamen|passt|passen|is|are|was|were|has|have|est|sont|ont|a)(?!\p{L})/iu

/** What may stand in a line of a list beside what is wished. */
const ofLists = new Set(
  're aw wg fwd und sowie oder plus je noch dazu auch gern gerne bitte artikel anzahl menge position pos inkl samt chf eur and et ou or also aussi'.split(
    ' ',
  ),
)

interface Named {
  /** Stands at the beginning, but for how many of it. */
  readonly first: boolean
  readonly counted: boolean
}

/** `besides` is what the sentence says besides titles and how many of them. */
export function isWished(sentence: string, { first, counted }: Named, besides: readonly string[]): boolean {
  if (besides.every((word) => ofLists.has(word))) return true
  if (thanking.test(sentence) && !counted) return false
  if (asking.test(sentence)) return true
  if (!counted) return false
  return askingForSome.test(sentence) || (first && !verb.test(sentence))
}
