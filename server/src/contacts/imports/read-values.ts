import { customerTypes, legalTypes, salutations } from '#contract/contacts/contacts'
import { countryCodes } from '#contract/contacts/countries'
import { addressTypes, type phoneTypes } from '#contract/contacts/parts'
import { languages } from '#contract/limits'
import { lookupTable } from '../../lookup-table.ts'

// Each reader returns undefined for an unknown text, and for an empty text the empty value of its field, if there is
// one.

/** Returns text in lower case, without accents and trimmed, with runs of whitespace as one blank; ß becomes ss. */
export function fold(text: string): string {
  if (!/[^ -~]| {2}/.test(text)) return text.toLowerCase().trim()
  return text.toLowerCase().replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim()
}

/** Returns a reader that accepts a code itself or one of the words for it. */
function wordReader<Code extends string, Empty>(
  codes: readonly Code[],
  words: Record<string, Code | null>,
  empty: Empty,
) {
  const byCode = new Map(codes.map((code) => [fold(code), code]))
  const byWord = lookupTable(words)
  return (text: string): Code | Empty | null | undefined => {
    const word = fold(text)
    if (word === '') return empty
    const code = byCode.get(word)
    return (
      code ??
      byWord.get(
        word
          .replace(/[.:*]/g, '')
          .replace(/[\s/_-]+/g, ' ')
          .trim(),
      )
    )
  }
}

export const readSalutation = wordReader(
  salutations,
  {
    ...{ herr: 'MR', herrn: 'MR', hr: 'MR', mr: 'MR', mister: 'MR', monsieur: 'MR', m: 'MR', mann: 'MR' },
    ...{ mannlich: 'MR', male: 'MR', frau: 'MS', fr: 'MS', mrs: 'MS', ms: 'MS', miss: 'MS', madame: 'MS', mme: 'MS' },
    ...{ mademoiselle: 'MS', mlle: 'MS', w: 'MS', weiblich: 'MS', female: 'MS', f: 'MS' },
    // Common in address lists, but not the salutation of one person.
    ...{ firma: null, familie: null, fam: null, company: null, entreprise: null, famille: null, divers: null },
    ...{ 'herr und frau': null, 'frau und herr': null, eheleute: null },
  },
  null,
)

export const readLegalType = wordReader(
  legalTypes,
  {
    ...{ person: 'NATURAL', privatperson: 'NATURAL', privat: 'NATURAL', 'naturliche person': 'NATURAL' },
    ...{ individual: 'NATURAL', personne: 'NATURAL', 'personne physique': 'NATURAL', 'natural person': 'NATURAL' },
    ...{ firma: 'LEGAL', unternehmen: 'LEGAL', 'juristische person': 'LEGAL', organisation: 'LEGAL', company: 'LEGAL' },
    ...{ 'legal person': 'LEGAL', entreprise: 'LEGAL', societe: 'LEGAL', 'personne morale': 'LEGAL' },
  },
  undefined,
)

export const readLanguage = wordReader(
  languages,
  {
    ...{ deutsch: 'DE', german: 'DE', allemand: 'DE', d: 'DE', ger: 'DE', deu: 'DE', 'de ch': 'DE', 'de de': 'DE' },
    ...{
      'de at': 'DE',
      englisch: 'EN',
      english: 'EN',
      anglais: 'EN',
      e: 'EN',
      eng: 'EN',
      'en gb': 'EN',
      'en us': 'EN',
    },
    ...{ franzosisch: 'FR', french: 'FR', francais: 'FR', f: 'FR', fra: 'FR', fre: 'FR', 'fr ch': 'FR', 'fr fr': 'FR' },
  },
  undefined,
)

export const readCustomerType = wordReader(
  customerTypes,
  {
    ...{ privat: 'PRIVATE', privatkunde: 'PRIVATE', private: 'PRIVATE', prive: 'PRIVATE', particulier: 'PRIVATE' },
    ...{ geschaftlich: 'BUSINESS', geschaft: 'BUSINESS', geschaftskunde: 'BUSINESS', business: 'BUSINESS' },
    ...{ professionnel: 'BUSINESS', firmenkunde: 'BUSINESS', interessent: 'POTENTIAL', prospect: 'POTENTIAL' },
    ...{ potential: 'POTENTIAL', potenziell: 'POTENTIAL', lead: 'POTENTIAL', potentiel: 'POTENTIAL' },
    ...{
      'wiederverkaufer 25 %': 'RESELLER_25',
      'wiederverkaufer 25%': 'RESELLER_25',
      'wiederverkaufer 25': 'RESELLER_25',
    },
    ...{ 'reseller 25%': 'RESELLER_25', 'reseller 25 %': 'RESELLER_25', 'reseller 25': 'RESELLER_25' },
    ...{ 'revendeur 25 %': 'RESELLER_25', 'revendeur 25%': 'RESELLER_25', 'revendeur 25': 'RESELLER_25' },
    ...{
      'wiederverkaufer 10 %': 'RESELLER_10',
      'wiederverkaufer 10%': 'RESELLER_10',
      'wiederverkaufer 10': 'RESELLER_10',
    },
    ...{ 'reseller 10%': 'RESELLER_10', 'reseller 10 %': 'RESELLER_10', 'reseller 10': 'RESELLER_10' },
    ...{ 'revendeur 10 %': 'RESELLER_10', 'revendeur 10%': 'RESELLER_10', 'revendeur 10': 'RESELLER_10' },
    ...{ wiederverkaufer: 'RESELLER', handler: 'RESELLER', reseller: 'RESELLER', revendeur: 'RESELLER' },
    ...{ lieferant: 'SUPPLIER', supplier: 'SUPPLIER', fournisseur: 'SUPPLIER', feuerhelfer: 'FIRE_HELPER' },
    ...{ 'fire helper': 'FIRE_HELPER', 'aide au feu': 'FIRE_HELPER' },
  },
  null,
)

export const readAddressType = wordReader(
  addressTypes,
  {
    ...{ privat: 'HOME', privatadresse: 'HOME', wohnadresse: 'HOME', private: 'HOME', domicile: 'HOME', prive: 'HOME' },
    ...{ geschaft: 'BUSINESS', geschaftlich: 'BUSINESS', geschaftsadresse: 'BUSINESS', firma: 'BUSINESS' },
    ...{ professionnel: 'BUSINESS', bureau: 'BUSINESS', ferienhaus: 'COTTAGE', ferienwohnung: 'COTTAGE' },
    ...{ ferien: 'COTTAGE', 'holiday home': 'COTTAGE', 'maison de vacances': 'COTTAGE' },
  },
  undefined,
)

const flags = lookupTable<boolean>({
  ...{
    ja: true,
    j: true,
    yes: true,
    y: true,
    oui: true,
    o: true,
    true: true,
    wahr: true,
    vrai: true,
    x: true,
    '1': true,
  },
  ...{ nein: false, n: false, no: false, non: false, false: false, falsch: false, faux: false, '0': false, '-': false },
})
export const readFlag = (text: string): boolean | undefined => (text.trim() === '' ? false : flags.get(fold(text)))

/** Returns `yyyy-mm-dd` from that or local notation; a year of two digits is within the last 100 years. */
export function readDate(text: string, today = new Date()): string | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ][\d:.]+Z?)?$/.exec(typed)
  const local = /^(\d{1,2})[./-]\s?(\d{1,2})[./-]\s?(\d{4}|\d{2})(?: 00:00(?::00)?)?$/.exec(typed)
  if (!iso && !local) return undefined
  const [year = '', month = '', day = ''] = iso ? iso.slice(1) : (local ?? []).slice(1).reverse()
  const dayOf = (full: number) => `${String(full).padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const full = Number(year)
  const inThisCentury = Math.floor(today.getUTCFullYear() / 100) * 100 + full
  const isPast = dayOf(inThisCentury) <= today.toISOString().slice(0, 10)
  const written = dayOf(year.length === 4 ? full : isPast ? inThisCentury : inThisCentury - 100)
  const date = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) && written > '0001'
    ? written
    : undefined
}

/** Returns the ISO code of a country by its code of two or three letters, its car code, or its name. */
export function readCountry(text: string): string | undefined {
  const word = fold(text).replace(/\.$/, '')
  return word === '' ? '' : countries.get(word)
}

function namesOfCountries(): Map<string, string> {
  const found = new Map<string, string>()
  const displays = languages.map((language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }))
  for (const code of countryCodes) {
    for (const display of displays) {
      const name = display.of(code)
      if (name) found.set(fold(name), code).set(fold(code), code)
    }
  }
  for (const [word, code] of Object.entries(otherNames)) found.set(word, code)
  return found
}

const otherNames: Record<string, string> = {
  ...{
    che: 'CH',
    deu: 'DE',
    ger: 'DE',
    d: 'DE',
    aut: 'AT',
    a: 'AT',
    fra: 'FR',
    f: 'FR',
    lie: 'LI',
    fl: 'LI',
    ita: 'IT',
  },
  ...{ i: 'IT', lux: 'LU', l: 'LU', bel: 'BE', b: 'BE', nld: 'NL', gbr: 'GB', uk: 'GB', esp: 'ES', e: 'ES', usa: 'US' },
  ...{ holland: 'NL', england: 'GB', grossbritannien: 'GB', 'great britain': 'GB', 'grande-bretagne': 'GB' },
  ...{ suisse: 'CH', svizzera: 'CH', schweizerische: 'CH', switzerland: 'CH', bundesrepublik: 'DE', italia: 'IT' },
  ...{ osterreich: 'AT', oesterreich: 'AT', tschechien: 'CZ', 'vereinigte staaten von amerika': 'US' },
}

const countries = namesOfCountries()

const mobile = /^\+(417[4-9]|491[567]|436[5-9]|33[67]|4237|393|447|316|324)/
/** Returns MOBILE for numbers with a mobile prefix of Switzerland or a neighbouring country, else LANDLINE. */
export const phoneTypeOf = (number: string): (typeof phoneTypes)[number] =>
  mobile.test(number) ? 'MOBILE' : 'LANDLINE'
