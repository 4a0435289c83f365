import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { flameApi } from '#contract/flames'
import { useApiPages } from '../../api/hooks.ts'
import { Panel } from '../contacts/Panel.tsx'
import { HistoryLines, olderThan } from '../history/HistoryLines.tsx'
import { type BasicWords, type Field, type Kind, tellEntry } from '../history/tell-entry.ts'

interface Words extends BasicWords {
  dossiers: TFunction<'dossiers'>
  contacts: TFunction<'contacts'>
  /** How the step of a board is called. */
  step: string
}

type Name = keyof typeof import('../../i18n/de/dossiers.ts').default.field
const field = (name: Name): Field<Words> => [({ dossiers }) => dossiers(`field.${name}`)]
const fields = (names: Record<string, Name>): Kind<Words>['fields'] =>
  Object.fromEntries(Object.entries(names).map(([column, name]) => [column, field(name)]))

const kinds: Readonly<Record<string, Kind<Words>>> = {
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

/** Who changed what on a flame and its dossier, on demand. */
export function DossierHistory({ flameId }: { flameId: string }) {
  const { t } = useTranslation('history')
  const [shown, setShown] = useState(false)
  return (
    <Panel
      title={t('title')}
      action={
        <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
          {t(shown ? 'hide' : 'show')}
        </Button>
      }
    >
      {shown && (
        <Box sx={{ pt: 1 }}>
          <Lines flameId={flameId} />
        </Box>
      )}
    </Panel>
  )
}

function Lines({ flameId }: { flameId: string }) {
  const { t } = useTranslation('history')
  const { t: ui } = useTranslation('ui')
  const { t: dossiers } = useTranslation('dossiers')
  const { t: contacts } = useTranslation('contacts')
  const input = (before?: number) => ({ params: { id: flameId }, query: { before } })
  const pages = useApiPages(flameApi.history, input, olderThan)
  const words = { t, yes: ui('value.yes'), no: ui('value.no'), dossiers, contacts, step: t('step') }
  return <HistoryLines pages={pages} tell={(entry, names) => tellEntry(kinds, entry, words, names)} px={3} />
}
