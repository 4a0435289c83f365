import type { ImportField } from '#contract/contacts/imports'
import { importSentences } from '#contract/sentences/imports/by-language'

/** Common column names in German, English and French besides our labels, in the form that `plain` returns. */
const words: Record<ImportField, string> = {
  legalType: 'rechtsform kontaktart personentyp legaltype type-de-personne forme-juridique',
  salutation: 'anrede salutation civilite titre-de-civilite geschlecht gender mr-ms',
  title: 'titel title titre akademischer-titel academic-title',
  givenName: 'vorname vornamen rufname firstname first-name given-name givenname prenom forename',
  surname: 'nachname name familienname zuname lastname last-name surname family-name nom nom-de-famille',
  companyName:
    'firma firmenname unternehmen organisation gesellschaft company company-name companyname organization entreprise societe raison-sociale nom-de-lentreprise',
  language: 'sprache korrespondenzsprache language langue lang',
  customerType: 'kundentyp kundenart kundengruppe customertype customer-type customer-group type-de-client',
  customer: 'kunde istkunde ist-kunde customer is-customer client est-client',
  placeOfExperience: 'erlebnisort place-of-experience placeofexperience',
  birthdate:
    'geburtsdatum geburtstag geboren geb birthdate birthday birth-date date-of-birth dob date-de-naissance naissance anniversaire',
  remarks:
    'bemerkung bemerkungen notiz notizen kommentar anmerkung anmerkungen remarks remark notes note comment comments remarques remarque commentaire',
  uid: 'uid uid-nummer ust-id ustid ust-idnr ust-id-nr umsatzsteuer-id mwst-nr mwst-nummer vat vat-number vat-id tax-number ide tva numero-de-tva no-tva',
  eori: 'eori eori-nummer eori-number numero-eori',
  addressType: 'adresstyp adressart address-type addresstype type-dadresse',
  alternativeGP: 'c-o co zuhanden z-hd alternativegp',
  additionalAddress:
    'adresszusatz zusatz adresse-2 adresse2 adresszeile-2 postfach address-2 address2 address-line-2 complement-dadresse complement case-postale po-box additional-address address-supplement',
  street:
    'strasse str adresse anschrift strasse-nr strasse-und-hausnummer strasse-hausnummer street address street-address address-1 address1 address-line-1 rue adresse-1 adresse1 adresszeile-1',
  houseNumber: 'hausnummer hausnr haus-nr hnr nr house-number housenumber street-number numero numero-de-rue',
  zipCode: 'plz postleitzahl zip zipcode zip-code postcode postal-code postalcode npa code-postal cp',
  city: 'ort stadt wohnort ortschaft gemeinde city town ville localite lieu commune',
  state: 'kanton bundesland region provinz state province county canton departement land-kanton canton-etat kt',
  country: 'land landeskennzeichen laendercode country country-code countrycode pays code-pays staat',
  emailAddress:
    'email e-mail mail emailadresse e-mail-adresse email-adresse mailadresse email-address e-mail-address emailaddress email-1 e-mail-1 courriel adresse-e-mail adresse-email mel',
  emailAddress2: 'email-2 e-mail-2 email2 zweite-email email-privat e-mail-privat second-email courriel-2',
  phoneNumber:
    'telefon tel telefonnummer telefonnr telefon-nr tel-nr festnetz telefon-1 telefon1 telefon-privat tel-privat tel-p rufnummer phone phone-number phonenumber telephone telephone-number landline phone-1 numero-de-telephone tel-fixe fixe',
  phoneNumber2:
    'telefon-2 telefon2 telefon-geschaeft telefon-g tel-g tel-2 tel-geschaeft telefon-geschaeftlich direktwahl phone-2 phone2 business-phone work-phone telephone-2 telephone-professionnel tel-prof',
  mobileNumber:
    'mobile mobil natel handy mobiltelefon mobilnummer handynummer mobile-phone mobile-number mobilephone cell cellphone cell-phone portable telephone-portable tel-portable tel-mobile gsm natel-nr',
  faxNumber: 'fax faxnummer fax-nr telefax fax-number telecopie telecopieur',
}

const known = new Map<string, ImportField>()
for (const [field, names] of Object.entries(words)) {
  for (const { fields } of Object.values(importSentences))
    known.set(plain(fields[field as ImportField]), field as ImportField)
  for (const name of names.split(' ')) known.set(name, field as ImportField)
  known.set(plain(field), field as ImportField)
}

/** Returns for each column the field that its header names, or null; each field at most once. */
export function proposeMapping(columns: readonly string[]): (ImportField | null)[] {
  const taken = new Set<ImportField>()
  return columns.map((column) => {
    const name = plain(column)
    const field = known.get(name) ?? known.get(name.replaceAll('-', '')) ?? null
    const next = field && taken.has(field) ? (second[field] ?? null) : field
    if (!next || taken.has(next)) return null
    taken.add(next)
    return next
  })
}

/** Field that a second column with the same name is mapped to. */
const second: Partial<Record<ImportField, ImportField>> = {
  emailAddress: 'emailAddress2',
  phoneNumber: 'phoneNumber2',
  street: 'additionalAddress',
}

/** Returns text in lower case, with umlauts spelt out, without accents, words joined by hyphens. */
function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/[\p{M}'’*]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
