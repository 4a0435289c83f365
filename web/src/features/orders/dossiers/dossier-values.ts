import { z } from 'zod'
import type { Dossier, DossierChange } from '#contract/orders/dossiers'
import { FlameChange } from '#contract/orders/flame-changes'
import type { Flame } from '#contract/orders/flames'
import { enteredProxy } from '../../users/people/stand-in.ts'

/** Values of the flame form: all editable fields of flame and dossier, named as in the request. */
export type FlameValues = Required<Omit<z.input<typeof FlameChange>, 'version' | 'dossier'>> & {
  dossier: Required<z.input<typeof DossierChange>>
}
export type ArticleValues = FlameValues['dossier']['articles'][number]
export type PackageValues = FlameValues['dossier']['packageInfos'][number]
export type SentFlame = Omit<FlameChange, 'version'>

const Sent = FlameChange.omit({ version: true })

/** Validates the form values and converts them to the request body. */
export const FlameValuesCheck = z
  .custom<FlameValues>()
  .transform((values): z.input<typeof Sent> => values)
  .pipe(Sent)

export const valuesOf = ({ dossier, ...flame }: Flame): FlameValues => ({
  assigneeRef: flame.assigneeRef,
  ...enteredProxy(flame),
  reminderAtUtc: flame.reminderAtUtc,
  dossier: dossierValues(dossier),
})

const dossierValues = (dossier: Dossier): FlameValues['dossier'] => ({
  contactRef: dossier.contactRef,
  certificateName: dossier.certificateName,
  language: dossier.language,
  sapOrdernumber: dossier.sapOrdernumber,
  pickupDate: dossier.pickupDate,
  selfPickupAt: dossier.selfPickupAt,
  deliveryDate: dossier.deliveryDate,
  purchasePickupDate: dossier.purchasePickupDate,
  paymentPeriod: dossier.paymentPeriod,
  delivered: dossier.delivered,
  taxFreeDelivery: dossier.taxFreeDelivery,
  oss: dossier.oss,
  paymentConditionRef: dossier.paymentConditionRef,
  deliveryConditionRef: dossier.deliveryConditionRef,
  currency: dossier.currency,
  shipmentReference: dossier.shipmentReference,
  forwardingAgencyRef: dossier.forwardingAgencyRef,
  notes: dossier.notes,
  noteForArticles: dossier.noteForArticles,
  resellerRef: dossier.resellerRef,
  avisPhoneNumberRef: dossier.avisPhoneNumberRef,
  avisEmailRef: dossier.avisEmailRef,
  avisText: dossier.avisText,
  deliveryAddressRef: dossier.deliveryAddressRef,
  billingAddressRef: dossier.billingAddressRef,
  articles: dossier.articles.map(({ version: _version, orderKey: _orderKey, ...row }) => row),
  packageInfos: dossier.packageInfos.map(({ version: _version, orderKey: _orderKey, ...row }) => row),
})

/** References to parts of the contact, which are cleared when the contact changes. */
export const refsOfContact = ['avisPhoneNumberRef', 'avisEmailRef', 'deliveryAddressRef', 'billingAddressRef'] as const
