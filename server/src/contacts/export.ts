import { Readable } from 'node:stream'
import type { ContactRow, ContactSearch, CustomerType } from '#contract/contacts'
import type { Language } from '#contract/limits'
import type { FileReply } from '../http/answers.ts'
import type { Ctx } from '../http/context.ts'
import { begun } from '../spreadsheets/begun.ts'
import { byteOrderMark, csvLine } from '../spreadsheets/csv.ts'
import { type Cell, xlsx } from '../spreadsheets/xlsx.ts'
import { cardsInOrder } from './contacts.queries.ts'

/** Everything that a search finds as a spreadsheet in the reader's language, written while it is read. */
export async function exportContacts(ctx: Ctx, search: ContactSearch, format: 'xlsx' | 'csv'): Promise<FileReply> {
  const words = texts[ctx.actor.language]
  const header = columns.map((column) => words.columns[column])
  const rows = await begun(rowsOf(cardsInOrder(ctx.db, search), words))
  const fileName = `${words.sheet} ${ctx.now.toISOString().slice(0, 10)}.${format}`
  if (format === 'csv') {
    return { content: Readable.from(csvOf(header, rows)), fileName, contentType: 'text/csv; charset=utf-8' }
  }
  return {
    content: xlsx(words.sheet, header, rows),
    fileName,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }
}

const columns = [
  'id',
  'customer',
  'customerType',
  'salutation',
  'title',
  'givenName',
  'surname',
  'companyName',
  'street',
  'zipCode',
  'city',
  'country',
  'emailAddress',
  'phoneNumber',
] as const satisfies readonly (keyof ContactRow)[]

async function* rowsOf(cards: AsyncIterable<{ card: string }>, words: Texts): AsyncGenerator<Cell[]> {
  for await (const { card } of cards) {
    const contact = JSON.parse(card) as ContactRow
    yield columns.map((column) => {
      if (column === 'customer') return contact.customer ? words.yes : words.no
      if (column === 'salutation') return contact.salutation && words.salutations[contact.salutation]
      if (column === 'customerType') return contact.customerType && words.customerTypes[contact.customerType]
      return contact[column]
    })
  }
}

async function* csvOf(header: readonly string[], rows: AsyncIterable<readonly Cell[]>) {
  yield byteOrderMark + csvLine(header)
  for await (const row of rows) yield csvLine(row)
}

interface Texts {
  readonly sheet: string
  readonly yes: string
  readonly no: string
  readonly salutations: Record<'MR' | 'MS', string>
  readonly customerTypes: Record<CustomerType, string>
  readonly columns: Record<(typeof columns)[number], string>
}

const texts: Record<Language, Texts> = {
  DE: {
    sheet: 'Kontakte',
    yes: 'Ja',
    no: 'Nein',
    salutations: { MR: 'Herr', MS: 'Frau' },
    customerTypes: {
      PRIVATE: 'Privat',
      BUSINESS: 'Geschäftlich',
      POTENTIAL: 'Interessent',
      RESELLER_25: 'Wiederverkäufer 25 %',
      RESELLER_10: 'Wiederverkäufer 10 %',
      RESELLER: 'Wiederverkäufer',
      SUPPLIER: 'Lieferant',
      FIRE_HELPER: 'Feuerhelfer',
    },
    columns: {
      id: 'Id',
      customer: 'Kunde',
      customerType: 'Kundentyp',
      salutation: 'Anrede',
      title: 'Titel',
      givenName: 'Vorname',
      surname: 'Nachname',
      companyName: 'Firma',
      street: 'Strasse',
      zipCode: 'PLZ',
      city: 'Ort',
      country: 'Land',
      emailAddress: 'E-Mail',
      phoneNumber: 'Telefon',
    },
  },
  EN: {
    sheet: 'Contacts',
    yes: 'Yes',
    no: 'No',
    salutations: { MR: 'Mr', MS: 'Ms' },
    customerTypes: {
      PRIVATE: 'Private',
      BUSINESS: 'Business',
      POTENTIAL: 'Prospect',
      RESELLER_25: 'Reseller 25%',
      RESELLER_10: 'Reseller 10%',
      RESELLER: 'Reseller',
      SUPPLIER: 'Supplier',
      FIRE_HELPER: 'Fire helper',
    },
    columns: {
      id: 'Id',
      customer: 'Customer',
      customerType: 'Customer type',
      salutation: 'Salutation',
      title: 'Title',
      givenName: 'First name',
      surname: 'Surname',
      companyName: 'Company',
      street: 'Street',
      zipCode: 'Zip code',
      city: 'City',
      country: 'Country',
      emailAddress: 'E-mail',
      phoneNumber: 'Phone',
    },
  },
  FR: {
    sheet: 'Contacts',
    yes: 'Oui',
    no: 'Non',
    salutations: { MR: 'Monsieur', MS: 'Madame' },
    customerTypes: {
      PRIVATE: 'Privé',
      BUSINESS: 'Professionnel',
      POTENTIAL: 'Prospect',
      RESELLER_25: 'Revendeur 25 %',
      RESELLER_10: 'Revendeur 10 %',
      RESELLER: 'Revendeur',
      SUPPLIER: 'Fournisseur',
      FIRE_HELPER: 'Aide au feu',
    },
    columns: {
      id: 'Id',
      customer: 'Client',
      customerType: 'Type de client',
      salutation: 'Civilité',
      title: 'Titre',
      givenName: 'Prénom',
      surname: 'Nom',
      companyName: 'Entreprise',
      street: 'Rue',
      zipCode: 'NPA',
      city: 'Localité',
      country: 'Pays',
      emailAddress: 'E-mail',
      phoneNumber: 'Téléphone',
    },
  },
}
