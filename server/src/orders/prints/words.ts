import type { Language } from '#contract/limits'
import { de as deWords } from '#contract/sentences/dossiers/de'
import { en as enWords } from '#contract/sentences/dossiers/en'
import { fr as frWords } from '#contract/sentences/dossiers/fr'
import { type Like, orEnglish } from '#contract/sentences/like'

const de = {
  title: deWords.print,
  page: 'Seite {page} von {pages}',
  printed: 'Gedruckt am {at}',
  section: deWords.section,
  field: {
    ...deWords.field,
    uid: 'UID',
    place: 'Taskboard, Schritt',
    flags: 'Merkmale',
    avisPhone: 'Telefon',
    avisEmail: 'E-Mail',
    avisText: 'Notizen',
    date: 'Datum',
  },
  language: { DE: 'Deutsch', EN: 'Englisch', FR: 'Französisch' },
  verified: 'geprüft',
  unverified: 'nicht geprüft',
  column: {
    position: 'Pos.',
    discount: 'Rabatt',
    size: 'B × T × H in cm',
    weight: 'kg je Packstück',
    info: 'Info',
  },
  noAddress: deWords.noAddress,
  equalAddresses: deWords.equalAddresses,
  noArticles: 'Keine Artikel',
  noPackages: 'Keine Packstücke',
  oldPackages: 'Achtung: Die Artikel wurden seit der Packliste geändert.',
  weightIncludes: 'Gewichte inkl. {kg} kg für Spedition und Kiste/Palette.',
  totalOne: '1 Packstück, {weight} kg, {volume} m³',
  total: '{quantity} Packstücke, {weight} kg, {volume} m³',
  received: 'Ware vollständig und unbeschädigt erhalten',
  placeAndDate: 'Ort, Datum',
  signature: 'Unterschrift',
  crate: 'Packstück {number} von {count}',
}

export type PrintWords = Like<typeof de>

const en: PrintWords = {
  title: enWords.print,
  page: 'Page {page} of {pages}',
  printed: 'Printed on {at}',
  section: enWords.section,
  field: {
    ...enWords.field,
    uid: 'UID',
    place: 'Taskboard, step',
    flags: 'Flags',
    avisPhone: 'Phone',
    avisEmail: 'E-mail',
    avisText: 'Notes',
    date: 'Date',
  },
  language: { DE: 'German', EN: 'English', FR: 'French' },
  verified: 'verified',
  unverified: 'not verified',
  column: {
    position: 'No.',
    discount: 'Discount',
    size: 'W × D × H in cm',
    weight: 'kg per package',
    info: 'Info',
  },
  noAddress: enWords.noAddress,
  equalAddresses: enWords.equalAddresses,
  noArticles: 'No articles',
  noPackages: 'No packages',
  oldPackages: 'Attention: the articles have changed since the packing list was made.',
  weightIncludes: 'Weights include {kg} kg for the forwarding agency and the crate or pallet.',
  totalOne: '1 package, {weight} kg, {volume} m³',
  total: '{quantity} packages, {weight} kg, {volume} m³',
  received: 'Goods received complete and undamaged',
  placeAndDate: 'Place, date',
  signature: 'Signature',
  crate: 'Package {number} of {count}',
}

const fr: PrintWords = {
  title: frWords.print,
  page: 'Page {page} sur {pages}',
  printed: 'Imprimé le {at}',
  section: frWords.section,
  field: {
    ...frWords.field,
    uid: 'IDE',
    place: 'Tableau, étape',
    flags: 'Mentions',
    avisPhone: 'Téléphone',
    avisEmail: 'E-mail',
    avisText: 'Notes',
    date: 'Date',
  },
  language: { DE: 'Allemand', EN: 'Anglais', FR: 'Français' },
  verified: 'vérifié',
  unverified: 'non vérifié',
  column: {
    position: 'Pos.',
    discount: 'Rabais',
    size: 'L × P × H en cm',
    weight: 'kg par colis',
    info: 'Info',
  },
  noAddress: frWords.noAddress,
  equalAddresses: frWords.equalAddresses,
  noArticles: 'Aucun article',
  noPackages: 'Aucun colis',
  oldPackages: 'Attention : les articles ont changé depuis la liste de colisage.',
  weightIncludes: 'Poids incluant {kg} kg pour le transporteur et la caisse ou la palette.',
  totalOne: '1 colis, {weight} kg, {volume} m³',
  total: '{quantity} colis, {weight} kg, {volume} m³',
  received: 'Marchandise reçue complète et en bon état',
  placeAndDate: 'Lieu, date',
  signature: 'Signature',
  crate: 'Colis {number} sur {count}',
}

/** Labels of prints, in the language of the dossier. */
export const printWords: Record<Language, PrintWords> = { DE: orEnglish(de, en), EN: en, FR: orEnglish(fr, en) }
