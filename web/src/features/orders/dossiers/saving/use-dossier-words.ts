import { contactApi } from '#contract/contacts/contacts'
import { formatPhone } from '#contract/contacts/phone-format'
import { useApi } from '../../../../api/hooks.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { withColon } from '../../../../i18n/written.ts'
import { useMay } from '../../../../session/session.ts'
import { formatOptionalTime } from '../../../../ui/dates/zone.ts'
import { addressLine } from '../../../contacts/copy-texts.ts'
import { useUsers } from '../../../users/people/use-users.ts'
import type { ArticleValues, FlameValues, PackageValues } from '../dossier-values.ts'
import { packageText, sizeText } from '../packages/package-size.ts'
import { useDossierLists, useProducts } from '../use-dossier-lists.ts'
import { articleName, articleText } from './article-text.ts'
import { valueAt } from './take-values.ts'

type Field = keyof typeof import('../../../../i18n/de/dossiers.ts').default.field

/** Returns functions for the labels and values of conflict paths, using the contacts of both states. */
export function useDossierWords(mine: FlameValues, theirs: FlameValues) {
  const { t } = useTranslation('dossiers')
  const { t: ui } = useTranslation('ui')
  const { t: contacts } = useTranslation('contacts')
  const users = useUsers()
  const lists = useDossierLists()
  const products = useProducts()
  const enabled = useMay()('CONTACT_READ')
  const own = useApi(contactApi.get, { params: { id: mine.dossier.contactRef } }, { enabled, quiet: true }).data
  const other = useApi(contactApi.get, { params: { id: theirs.dossier.contactRef } }, { enabled, quiet: true }).data
  const people = [own, other].flatMap((one) => one ?? [])

  const lookUp: Partial<Record<Field, (id: string) => string | undefined>> = {
    assigneeRef: (id) => users.get(id)?.username,
    proxyOwnerRef: (id) => users.get(id)?.username,
    warehouse: (id) => lists.warehouses?.find(({ value }) => value === id)?.label,
    paymentConditionRef: (id) => lists.paymentConditions?.find(({ value }) => value === id)?.label,
    deliveryConditionRef: (id) => lists.deliveryConditions?.find(({ value }) => value === id)?.label,
    forwardingAgencyRef: (id) => lists.forwardingAgencies?.find(({ value }) => value === id)?.label,
    productRef: (id) => products?.find((product) => product.id === id)?.title,
    contactRef: (id) => people.find((one) => one.id === id)?.fullName,
    avisPhoneNumberRef: (id) =>
      formatPhone(people.flatMap((one) => one.phoneNumbers).find((one) => one.id === id)?.number ?? ''),
    avisEmailRef: (id) => people.flatMap((one) => one.emailAddresses).find((one) => one.id === id)?.address,
    deliveryAddressRef: (id) => lineOf(id),
    billingAddressRef: (id) => lineOf(id),
    language: (code) => contacts(`language.${code as 'DE'}`),
  }
  function lineOf(id: string) {
    const address = people.flatMap((one) => one.addresses).find((one) => one.id === id)
    return address && addressLine(address)
  }

  function inWords(field: string, value: unknown): string {
    if (value === null || value === undefined || value === '') return ''
    if (typeof value === 'boolean') return ui(value ? 'value.yes' : 'value.no')
    if (typeof value !== 'string') return JSON.stringify(value)
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return formatOptionalTime(value)
    const named = lookUp[field as Field]
    return named ? (named(value) ?? t('conflict.other')) : value
  }

  const rowInWords = (list: string, row: unknown) =>
    list === 'articles' ? articleName(row as ArticleValues) : sizeText(t, row as PackageValues)

  function wholeRow(list: string, row: unknown): string {
    if (!row) return t('conflict.gone')
    if (list === 'packageInfos') return packageText(t, row as PackageValues)
    return articleText(row as ArticleValues, (field) => t(`field.${field}`), inWords)
  }

  /** Returns the label of a path; a row is named by the state that contains it. */
  function labelOf(path: string, mine: FlameValues, theirs: FlameValues): string {
    const [first = '', field = '', id, column] = path.split('.')
    if (first !== 'dossier') return t(`field.${first as Field}`)
    if (field !== 'articles' && field !== 'packageInfos') return t(`field.${field as Field}`)
    const kind = field === 'articles' ? 'articles' : 'packages'
    if (id === undefined) return t(`${kind}.order`)
    if (id === '*') return t(`section.${kind}`)
    const row = valueAt(`dossier.${field}.${id}`, mine) ?? valueAt(`dossier.${field}.${id}`, theirs)
    const name = t(`${kind}.one`, { name: row ? rowInWords(field, row) : '' })
    return column ? withColon(name, t(`field.${column as Field}`)) : name
  }

  function show(path: string, value: unknown): string {
    const [first = '', field = '', id, column] = path.split('.')
    if (Array.isArray(value)) {
      return value.map((row) => (id === '*' ? wholeRow(field, row) : rowInWords(field, row))).join('\n')
    }
    if (id !== undefined && column === undefined) return wholeRow(field, value)
    return inWords(column ?? (first === 'dossier' ? field : first), value)
  }

  return { labelOf, show }
}
