import { limits } from '#contract/limits'
import { fold } from '../../../../ui/text/find.ts'
import { isWished, tellsOfPast } from './wishes.ts'

export interface Titled {
  readonly id: string
  readonly title: string
  readonly kind: 'PRODUCT' | 'ACCESSORY'
}

export interface Recognised {
  readonly productRef: string
  readonly title: string
  readonly quantity: number
}

/**
 * Finds the products a message asks for, by title: plural forms, typing errors, and quantities before or after, in the
 * order of the text. Omits what is uncertain: ambiguous products, those the sender owns or rejects, and those only
 * mentioned.
 */
export function recogniseArticles(lines: readonly string[], products: readonly Titled[]): Recognised[] {
  const known = describe(products)
  const found = new Map<string, Recognised & { counted: boolean }>()
  for (const sentence of sentencesOf(lines)) {
    if (tellsOfPast.test(sentence)) continue
    for (const { product, quantity } of wishesIn(sentence, known)) {
      const before = found.get(product.id)
      const counted = quantity !== undefined
      if (before && (before.counted || !counted)) continue
      found.set(product.id, { productRef: product.id, title: product.title, quantity: quantity ?? 1, counted })
    }
  }
  return [...found.values()].map(({ counted: _, ...recognised }) => recognised)
}

// --- titles --------------------------------------------------------------------------------------------------------

interface Known extends Titled {
  readonly words: readonly string[]
  readonly numbers: readonly string[]
  /** Words that must occur; a first word shared by several titles only tells the kind. */
  readonly needed: readonly string[]
  /** True if other products have the same name and a number, which this one lacks. */
  readonly hasNumberedKin: boolean
}

function describe(products: readonly Titled[]): Known[] {
  const read = products.map((product) => {
    const tokens = tokensOf(product.title)
    return { product, words: tokens.filter(isWord), numbers: tokens.filter(isNumber) }
  })
  const beginnings = Map.groupBy(read, ({ words }) => words[0])
  return read
    .filter(({ words }) => words.some((word) => word.length >= 3))
    .map(({ product, words, numbers }) => {
      const [first, ...others] = words.filter((word) => !fillers.has(word))
      const isKind = others.length > 0 && (beginnings.get(first)?.length ?? 0) > 1
      const needed = isKind && product.kind === 'PRODUCT' ? others : [...(first ? [first] : []), ...others]
      const hasNumberedKin =
        numbers.length === 0 &&
        read.some((one) => one.numbers.length > 0 && needed.every((word) => one.words.includes(word)))
      return { ...product, words: words.filter((word) => !fillers.has(word)), numbers, needed, hasNumberedKin }
    })
}

// --- texts ---------------------------------------------------------------------------------------------------------

const abbreviation = /(?<!\p{L})(stk|stck|st|ca|nr|inkl|exkl|art|bzw|evtl|max|min|pos|pcs|qty|env)\./giu
const wrapped = 50
const mostCharacters = 10_000

/** Splits text into sentences. Joins lines wrapped by a mail program; a short line ends a sentence. */
function sentencesOf(lines: readonly string[]): string[] {
  let text = ''
  let before = ''
  for (const line of lines) {
    text += before.length >= wrapped && line !== '' ? ` ${line}` : `\n${line}`
    before = line
  }
  return text
    .slice(0, mostCharacters)
    .replace(abbreviation, '$1')
    .split(/\n|;|(?<=[.!?])\s+(?=[\p{Lu}\d])/u)
    .filter(Boolean)
}

const wordsOf = (text: string): string[] =>
  text
    .normalize()
    .replace(/(\d)['’](\d{3})/g, '$1$2')
    .match(/\d+(?:[.,]\d+)?|\p{L}+|[%×€:+]/gu) ?? []
const tokensOf = (text: string): string[] => wordsOf(text).map(fold)

const isNumber = (token: string) => /^\d/.test(token)
const isWord = (token: string) => /^\p{L}/u.test(token)

/** Words allowed between the words of a title. */
const fillers = new Set(
  'mit in der die das den dem von fur fuer cm mm ml zentimeter durchmesser grosse groesse typ modell er aus a x version diameter size avec en de'.split(
    ' ',
  ),
)
const units = new Set(['cm', 'ml'])
const noMeasure = new Set(
  '% € chf fr sfr franken euro eur prozent uhr grad tage tagen wochen jahre jahren personen m km kg'.split(' '),
)

// --- matching ------------------------------------------------------------------------------------------------------

/** Returns the products a sentence asks for. */
function wishesIn(sentence: string, known: readonly Known[]): Match[] {
  const written = wordsOf(sentence)
  const tokens = written.map(fold)
  const matches = matchesIn(tokens, known)
  const isTitle = (at: number) => matches.some(({ from, to }) => from <= at && at < to)
  const isSaid = (token: string) =>
    isWord(token) && !fillers.has(token) && !articles.has(token) && !sign(token) && countOf(token) === undefined
  const besides = tokens.filter((token, at) => isSaid(token) && !isTitle(at))
  const startsAt = tokens.findIndex(isSaid)
  return matches.filter(({ from, to, quantity }, at) => {
    const behind = tokens.slice(to, matches[at + 1]?.from)
    if (behind.some((token) => denying.has(token)) || isPartOf(tokens, written, from)) return false
    return isWished(sentence, { first: from <= startsAt, counted: quantity !== undefined }, besides)
  })
}

/** Tests for a part of a product: «3 Schrauben der Luna 80», "the colour of the Luna 80". */
function isPartOf(tokens: readonly string[], written: readonly string[], from: number): boolean {
  const [second = '', first = ''] = tokens.slice(Math.max(0, from - 2), from)
  const isGenitive = first === 'der' || first === 'des'
  const at = isGenitive ? from - 2 : second === 'of' || (second === 'de' && first === 'la') ? from - 3 : -1
  const thing = tokens[at]
  if (thing === undefined || sign(thing) || countOf(thing) !== undefined || asked.has(thing)) return false
  return !isGenitive || (at > 0 && /^\p{Lu}/u.test(written[at] ?? ''))
}

interface Match {
  readonly product: Known
  readonly from: number
  readonly to: number
  readonly size: number
  readonly quantity: number | undefined
}

function matchesIn(tokens: readonly string[], known: readonly Known[]): Match[] {
  const all = known.flatMap((product) => tokens.flatMap((_token, from) => matchAt(tokens, from, product) ?? []))
  const overlap = (one: Match, other: Match) => one.from < other.to && other.from < one.to
  const isBetter = (one: Match, other: Match) => {
    if (one.product.id === other.product.id) return one.to - one.from < other.to - other.from || one.from < other.from
    if (one.size !== other.size) return one.size > other.size
    return one.product.kind !== other.product.kind && one.product.kind === 'PRODUCT'
  }
  return all
    .filter((one) => all.every((other) => other === one || !overlap(one, other) || isBetter(one, other)))
    .filter((one) => !isUnwanted(tokens, one))
    .sort((one, other) => one.from - other.from)
}

function matchAt(tokens: readonly string[], from: number, product: Known): Match | undefined {
  const words = [...product.words]
  const numbers = [...product.numbers]
  const hit: string[] = []
  let to = from
  let at = from
  let gap = 0
  // a leading number must directly precede its word
  const mostBetween = isNumber(tokens[from] ?? '') ? 0 : 2
  while (at < tokens.length && gap <= mostBetween && words.length + numbers.length > 0) {
    const token = tokens[at] ?? ''
    const list = isNumber(token) ? numbers : words
    const place = isNumber(token)
      ? noMeasure.has(tokens[at + 1] ?? '')
        ? -1
        : numbers.indexOf(token)
      : words.findIndex((word) => isSame(token, word, product.numbers.length > 0, !product.needed.includes(word)))
    if (place >= 0) {
      hit.push(...list.splice(place, 1))
      to = at + 1
      gap = 0
    } else if (at === from || !fillers.has(token)) break
    else gap += 1
    at += 1
  }
  const isNamed = product.needed.every((word) => hit.includes(word)) && numbers.length === 0
  if (!isNamed) return undefined
  const next = tokens[to] ?? ''
  if (product.hasNumberedKin && isNumber(next)) return undefined
  const quantity = quantityAt(tokens, from, to)
  // a common word alone only counts with a quantity
  const isSure = product.numbers.length > 0 || (hit.length > 1 && words.length === 0) || quantity !== undefined
  return isSure ? { product, from, to, size: hit.length, quantity } : undefined
}

/** Tests for the same word: equal, plural, with a typing error, or the end of a compound that tells the kind. */
function isSame(token: string, word: string, hasNumber: boolean, isKind: boolean): boolean {
  if (token === word) return true
  const [bare, title] = [singular(token), singular(word)]
  if (bare === title && bare.length >= 3) return true
  if (isKind && bare.length >= 5 && title.endsWith(bare)) return true
  const most = word.length >= 9 ? 2 : word.length >= (hasNumber ? 4 : 7) ? 1 : 0
  return most > 0 && token.length >= 4 && token[0] === word[0] && distance(token, word) <= most
}

const singular = (word: string) => word.replace(/(en|er|es|n|e|s)$/, '')

/** Returns the edit distance of two words, with a transposition counted once. */
function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      let least = Math.min((rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (rows[i - 1]?.[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1)
      }
      row.push(least)
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? 0
}

// --- how many, and whether at all ----------------------------------------------------------------------------------

const numberWords: Readonly<Record<string, number>> = {
  ...{ ein: 1, eine: 1, einen: 1, one: 1, un: 1, une: 1, zwei: 2, two: 2, deux: 2, drei: 3, three: 3, trois: 3 },
  ...{
    vier: 4,
    four: 4,
    quatre: 4,
    funf: 5,
    fuenf: 5,
    five: 5,
    cinq: 5,
    sechs: 6,
    six: 6,
    sieben: 7,
    seven: 7,
    sept: 7,
  },
  ...{
    acht: 8,
    eight: 8,
    huit: 8,
    neun: 9,
    nine: 9,
    neuf: 9,
    zehn: 10,
    ten: 10,
    dix: 10,
    zwolf: 12,
    zwoelf: 12,
    douze: 12,
  },
}
const pieces = new Set(
  'stuck stueck stk stck st mal x pcs pieces piece exemplare flasche flaschen dose dosen paar set sets'.split(' '),
)
const sign = (token: string) => token === '×' || pieces.has(token)

function quantityAt(tokens: readonly string[], from: number, to: number): number | undefined {
  let at = from - 1
  while (at >= 0 && (sign(tokens[at] ?? '') || described.test(tokens[at] ?? ''))) at -= 1
  const before = countOf(tokens[at])
  if (before !== undefined) return before
  const unit = units.has(tokens[to] ?? '') ? 1 : 0
  const start = to + unit + (tokens[to + unit] === ':' ? 1 : 0)
  const [first = '', second = ''] = tokens.slice(start)
  if (sign(first)) return isNumber(second) ? countOf(second) : undefined
  return isNumber(first) && (sign(second) || tokens[start - 1] === ':') ? countOf(first) : undefined
}

/** Words allowed between a quantity and the product. */
const described = /^(neue|weitere|schone|grosse|kleine|new|von|der|unserer|ihrer|eurer|de|des)$/

function countOf(token: string | undefined): number | undefined {
  if (token === undefined) return undefined
  const count = isNumber(token) ? Number(token) : numberWords[token]
  return count !== undefined && Number.isInteger(count) && count >= 1 && count <= Math.min(500, limits.dossier.quantity)
    ? count
    : undefined
}

const refusing = new Set(
  'kein keine keinen keiner keines nicht statt anstatt anstelle ohne weder not no without instead pas sans ni'.split(
    ' ',
  ),
)
const denying = new Set('nicht kein keine keinen not pas'.split(' '))
const owned = new Set(
  'unsere unserer unserem unseren unser meine meiner meinem meinen mein seine ihren bestehende bestehenden bestehender alte alten vorhandene gekaufte gelieferte my our mon ma notre nos mes'.split(
    ' ',
  ),
)
const towards = new Set('fur fuer zu zur zum an am for pour'.split(' '))
const asked = new Set(
  'interessieren interessiere interessiert offerte offerten angebot angebote preis preise kosten bestellung anfrage interesse liefertermin lieferfrist lieferzeit offre prix devis commande quote price order offer'.split(
    ' ',
  ),
)
const articles = new Set('der die das den dem des ein eine einen einer einem the a la le les une un'.split(' '))

/** Returns true if a product is rejected or owned, or if the sender wants something that belongs to it. */
function isUnwanted(tokens: readonly string[], { from, quantity }: Match): boolean {
  const before = tokens.slice(Math.max(0, from - 4), from)
  if (before.some((token) => refusing.has(token) || owned.has(token))) return true
  const at = tokens.slice(0, from).findLastIndex((token) => !articles.has(token))
  if (!towards.has(tokens[at] ?? '') || (quantity ?? 0) > 1) return false
  return !tokens.slice(Math.max(0, at - 3), at).some((token) => asked.has(token))
}
