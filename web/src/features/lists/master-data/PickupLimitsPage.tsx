import { useMemo } from 'react'
import type { AnswerOf } from '#contract/endpoint'
import { masterData } from '#contract/lists/master-data'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { DecimalField } from '../../../ui/fields/DecimalField.tsx'
import { NumberField } from '../../../ui/fields/NumberField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { MasterDataPage } from './MasterDataPage.tsx'

const api = masterData.pickupLimits
type Limit = AnswerOf<typeof api.list>[number]

/** The limits for pickups per day, in total and by forwarding agency. */
export function PickupLimitsPage() {
  const { t } = useTranslation('masterData')
  const agencies = useApi(masterData.forwardingAgencies.list, {}).data
  const options = useMemo(() => (agencies ?? []).map(({ id, title }) => ({ value: id, label: title })), [agencies])
  const everything = t('pickupLimits.everything')
  const columns = useMemo<Column<Limit>[]>(
    () => [
      {
        id: 'forwardingAgencyId',
        label: t('pickupLimits.forwardingAgencyId'),
        value: (row) => row.forwardingAgencyId ?? 'all',
        kind: 'select',
        options: [{ value: 'all', label: everything }, ...options],
        width: 300,
      },
      {
        id: 'maxCrates',
        label: t('pickupLimits.maxCrates'),
        value: (row) => row.maxCrates,
        kind: 'number',
        width: 170,
      },
      {
        id: 'maxWeightInKg',
        label: t('pickupLimits.maxWeightInKg'),
        value: (row) => row.maxWeightInKg,
        kind: 'number',
        width: 190,
      },
    ],
    [t, options, everything],
  )
  return (
    <MasterDataPage
      api={api}
      schema={api.add.body}
      initial={{ forwardingAgencyId: null, maxCrates: null, maxWeightInKg: null }}
      tableId="pickupLimits"
      title={t('pickupLimits.title')}
      one={t('pickupLimits.one')}
      nameOf={(row) => options.find(({ value }) => value === row.forwardingAgencyId)?.label ?? everything}
      columns={columns}
      csv={api}
      fields={
        <>
          <SelectField
            name="forwardingAgencyId"
            label={t('pickupLimits.forwardingAgencyId')}
            options={options}
            placeholder={everything}
          />
          <Box sx={fieldGrid({ xs: 2 })}>
            <NumberField name="maxCrates" label={t('pickupLimits.maxCrates')} helperText={t('pickupLimits.hint')} />
            <DecimalField unit="kg" name="maxWeightInKg" label={t('pickupLimits.maxWeightInKg')} />
          </Box>
        </>
      }
      fieldLabels={{
        forwardingAgencyId: t('pickupLimits.forwardingAgencyId'),
        maxCrates: t('pickupLimits.maxCrates'),
        maxWeightInKg: t('pickupLimits.maxWeightInKg'),
      }}
    />
  )
}
