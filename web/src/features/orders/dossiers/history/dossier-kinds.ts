import type { TFunction } from 'i18next'
import type { BasicWords, Field, Kind } from '../../../history/tell-entry.ts'

interface DossierWords extends BasicWords {
  dossiers: TFunction<'dossiers'>
  contacts: TFunction<'contacts'>
  /** How the step of a board is called. */
  step: string
}

type Name = keyof typeof import('../../../../i18n/de/dossiers.ts').default.field
const field = (name: Name): Field<DossierWords> => [({ dossiers }) => dossiers(`field.${name}`)]
const fields = (names: Record<string, Name>): Kind<DossierWords>['fields'] =>
  Object.fromEntries(Object.entries(names).map(([column, name]) => [column, field(name)]))

/** What is told of each record of a dossier. */
export const kinds: Readonly<Record<string, Kind<DossierWords>>> = {
  flame: {
    one: ({ t }) => t('entity.flame'),
    turns: {
      deletedAt: { set: 'binned', unset: 'restored' },
      archivedAt: { set: 'archived', unset: 'reopened' },
    },
    fields: {
      stepId: [({ step }) => step],
      ...fields({
        assigneeId: 'assigneeRef',
        proxyOwnerId: 'proxyOwnerRef',
        proxyOwnerFrom: 'proxyOwnerFrom',
        proxyOwnerUntil: 'proxyOwnerUntil',
        reminderAt: 'reminderAtUtc',
      }),
      originEmailId: [({ t }) => t('originEmail')],
    },
  },
  dossier: {
    one: ({ t }) => t('entity.dossier'),
    fields: {
      ...fields({ contactId: 'contactRef', certificateName: 'certificateName' }),
      language: [
        ({ dossiers }) => dossiers('field.language'),
        (value, { contacts }) => contacts(`language.${value as 'DE'}`, { defaultValue: value }),
      ],
      ...fields({
        sapOrdernumber: 'sapOrdernumber',
        pickupDate: 'pickupDate',
        selfPickupAt: 'selfPickupAt',
        deliveryDate: 'deliveryDate',
        purchasePickupDate: 'purchasePickupDate',
        paymentPeriod: 'paymentPeriod',
        delivered: 'delivered',
        taxFreeDelivery: 'taxFreeDelivery',
        oss: 'oss',
        paymentConditionId: 'paymentConditionRef',
        deliveryConditionId: 'deliveryConditionRef',
        currency: 'currency',
        shipmentReference: 'shipmentReference',
        forwardingAgencyId: 'forwardingAgencyRef',
        resellerId: 'resellerRef',
        avisPhoneNumberId: 'avisPhoneNumberRef',
        avisEmailId: 'avisEmailRef',
        avisText: 'avisText',
        deliveryAddressId: 'deliveryAddressRef',
        billingAddressId: 'billingAddressRef',
        notes: 'notes',
        noteForArticles: 'noteForArticles',
      }),
    },
  },
  dossier_article: {
    one: ({ t }) => t('entity.article'),
    fields: fields({
      productName: 'productName',
      productId: 'productRef',
      quantity: 'quantity',
      discount: 'discount',
      warehouseId: 'warehouse',
      description: 'description',
    }),
  },
  dossier_package: {
    one: ({ t }) => t('entity.package'),
    fields: fields({
      quantity: 'quantity',
      widthInCm: 'widthInCm',
      depthInCm: 'depthInCm',
      heightInCm: 'heightInCm',
      weightInKg: 'weightInKg',
      palletId: 'palletRef',
      description: 'description',
    }),
  },
}
