import { useMemo } from 'react'
import type { AnswerOf } from '#contract/endpoint'
import { masterData } from '#contract/lists/master-data'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { MasterDataPage } from './MasterDataPage.tsx'

export const DeliveryConditionsPage = () => <ConditionPage name="deliveryConditions" />
export const PaymentConditionsPage = () => <ConditionPage name="paymentConditions" />

type Name = 'deliveryConditions' | 'paymentConditions'
type Condition = AnswerOf<(typeof masterData)[Name]['list']>[number]

function ConditionPage({ name }: { name: Name }) {
  const { t } = useTranslation('masterData')
  const columns = useMemo<Column<Condition>[]>(
    () => [
      { id: 'title', label: t('title'), value: (row) => row.title, width: 320 },
      { id: 'titleEn', label: t('condition.titleEn'), value: (row) => row.titleEn, width: 280 },
      { id: 'titleFr', label: t('condition.titleFr'), value: (row) => row.titleFr, width: 280 },
    ],
    [t],
  )
  const api = masterData[name] as typeof masterData.deliveryConditions
  return (
    <MasterDataPage
      api={api}
      schema={api.add.body}
      initial={{ title: '', titleEn: '', titleFr: '' }}
      tableId={name}
      title={t(`${name}.title`)}
      one={t(`${name}.one`)}
      nameOf={(row) => row.title}
      columns={columns as Column<{ title: string }>[]}
      csv={api}
      fields={
        <>
          <TextField name="title" label={t('title')} required autoFocus />
          <TextField name="titleEn" label={t('condition.titleEn')} helperText={t('condition.hint')} />
          <TextField name="titleFr" label={t('condition.titleFr')} />
        </>
      }
      fieldLabels={{ title: t('title'), titleEn: t('condition.titleEn'), titleFr: t('condition.titleFr') }}
    />
  )
}
