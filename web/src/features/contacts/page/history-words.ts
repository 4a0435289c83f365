import type { TFunction } from 'i18next'
import { formatPhone } from '#contract/contacts/phone-format'
import type { HistoryEntry, HistoryPage } from '#contract/together/history'
import { formatDate } from '../../../ui/dates/parse-date.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import type { Told } from '../../together/history/HistoryLines.tsx'
import { countryName } from '../countries.ts'

export interface Words {
  t: TFunction<'contacts'>
  yes: string
  no: string
  language: string
  names: HistoryPage['names']
  /** Id of the contact the history belongs to. */
  contactId: string
}

type Change = HistoryEntry['changes'][number]
type Field = Exclude<keyof typeof import('../../../i18n/de/contacts.ts').default.field, never>
type Say = (value: string, words: Words) => string

const plain: Say = (value) => value
/** Returns the label of an enumeration value; unknown values are shown as they are. */
const word =
  (area: 'kind' | 'salutation' | 'customerType' | 'addressType' | 'phoneType' | 'language' | 'relationPair'): Say =>
  (value, { t }) =>
    t(`${area}.${value}` as 'kind.LEGAL', { defaultValue: value })

/** The displayed columns of each record in reading order; other columns are omitted. */
const told: Record<string, Record<string, readonly [Field, Say]>> = {
  contact: {
    legalType: ['kind', word('kind')],
    salutation: ['salutation', word('salutation')],
    title: ['title', plain],
    givenName: ['givenName', plain],
    surname: ['surname', plain],
    companyName: ['company', plain],
    language: ['language', word('language')],
    customerType: ['customerType', word('customerType')],
    customer: ['customer', plain],
    placeOfExperience: ['placeOfExperience', plain],
    birthdate: ['birthdate', formatDate],
    sectorId: ['sector', (value, { names, t }) => names[value] ?? t('history.gone')],
    uid: ['uid', plain],
    eori: ['eori', plain],
    latestPurchase: ['latestPurchase', formatDate],
    remarks: ['remarks', plain],
    mergedFrom: ['mergedFrom', (value, { t }) => JSON.parse(value).join(', ') || t('history.nothing')],
  },
  address: {
    addressType: ['addressType', word('addressType')],
    alternativeGp: ['alternativeGP', plain],
    additionalAddress: ['additionalAddress', plain],
    street: ['street', plain],
    zipCode: ['zipCode', plain],
    city: ['city', plain],
    state: ['state', plain],
    country: ['country', (value, { language }) => countryName(value, language)],
    shareable: ['shareable', plain],
  },
  email_address: {
    address: ['emailAddress', plain],
    favorite: ['favorite', plain],
    undeliverable: ['undeliverable', plain],
  },
  contact_document: { name: ['fileName', plain], currentNumber: ['fileVersion', plain] },
  comment: { text: ['comment', plain] },
  contact_relation: { type: ['relationPair', word('relationPair')], active: ['relationActive', plain] },
  phone_number: { number: ['number', formatPhone], type: ['phoneType', word('phoneType')] },
  encounter: {
    originalKnownSince: ['encounterAt', (value) => formatDateTime(value)],
    title: ['encounterTitle', plain],
    description: ['encounterText', (value, { t }) => (/^<\w/.test(value) ? t('history.formatted') : value)],
  },
}

const entities = {
  contact: 'contact',
  address: 'address',
  email_address: 'email',
  phone_number: 'phone',
  encounter: 'encounter',
  contact_document: 'document',
  comment: 'comment',
  contact_relation: 'relation',
} as const
/** Prefix of the text keys for moving into and out of the bin. */
const binWords = {
  contact: '',
  encounter: 'encounter.',
  document: 'document.',
  comment: 'comment.',
  relation: '',
} as const
const shares = new Set(['sharedAddressId', 'sharedEmailId', 'sharedPhoneId'])

/** Describes an entry of the history; null if it contains nothing to display. */
export function tell({ entity, action, changes }: HistoryEntry, words: Words): Told | null {
  const { t } = words
  const fields = told[entity]
  const name = entities[entity as keyof typeof entities]
  if (!fields || !name) return null
  const lines = Object.entries(fields).flatMap(([column, [label, say]]) => {
    const change = changes.find(({ field }) => field === column)
    if (!change) return []
    const { before, after } = beforeAndAfter(change, say, words)
    // For comments only the current text is known.
    const isKnown = action !== 'CREATED' && entity !== 'comment'
    return [{ label: t(`field.${label}`), before: isKnown ? before : undefined, after }]
  })
  const has = (column: string) => action === 'CHANGED' && changes.some(({ field }) => field === column)
  if (entity === 'encounter' && has('contactId')) return { what: t('history.encounterMoved'), lines }
  const moved = entity === 'contact_document' && changes.find(({ field }) => field === 'contactId')
  if (moved && action === 'CHANGED') {
    return { what: t(moved.before === words.contactId ? 'history.documentLeft' : 'history.documentMoved'), lines }
  }
  const binned = has('deletedAt') && changes.find(({ field }) => field === 'deletedAt')
  if (binned && name in binWords) {
    const key = binned.after === null ? 'restored' : 'binned'
    return { what: t(`history.${binWords[name as keyof typeof binWords]}${key}`), lines }
  }
  if (action === 'CHANGED' && lines.length === 0) return null
  const shared = action !== 'REMOVED' && changes.some(({ field, after }) => shares.has(field) && after !== null)
  const verb = shared ? 'shared' : ({ CREATED: 'created', CHANGED: 'changed', REMOVED: 'removed' } as const)[action]
  return { what: t(`history.${verb}`, { entity: t(`history.entity.${name}`) }), lines }
}

function beforeAndAfter({ before, after }: Change, say: Say, words: Words) {
  const inWords = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return words.t('history.nothing')
    if (typeof value === 'boolean') return value ? words.yes : words.no
    return say(typeof value === 'string' ? value : JSON.stringify(value), words)
  }
  return { before: inWords(before), after: inWords(after) }
}
