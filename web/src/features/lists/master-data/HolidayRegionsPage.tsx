import { useCallback, useMemo } from 'react'
import { holidayApi } from '#contract/calendars/holidays'
import type { AnswerOf } from '#contract/endpoint'
import { masterData } from '#contract/lists/master-data'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { CheckboxField } from '../../../ui/fields/CheckboxField.tsx'
import { type Option, SelectField } from '../../../ui/fields/SelectField.tsx'
import { MasterDataPage } from './MasterDataPage.tsx'

const api = masterData.holidayRegions
type Region = AnswerOf<typeof api.list>[number]

/** Settings for the regions whose public holidays calendars show. */
export function HolidayRegionsPage() {
  const { t } = useTranslation('masterData')
  const known = useApi(holidayApi.regions, {}).data
  const options = useMemo(() => (known ?? []).map(({ region, name }) => ({ value: region, label: name })), [known])
  const nameOf = (region: string) => options.find(({ value }) => value === region)?.label ?? region
  // the order of the region field
  const compare = useCallback(
    (a: Region, b: Region) => placeOf(options, a.region) - placeOf(options, b.region),
    [options],
  )
  const columns = useMemo<Column<Region>[]>(
    () => [
      {
        id: 'region',
        label: t('holidayRegions.region'),
        value: (row) => row.region,
        kind: 'select',
        options,
        width: 320,
      },
      {
        id: 'closesYard',
        label: t('holidayRegions.closesYard'),
        value: (row) => row.closesYard,
        kind: 'boolean',
        width: 220,
      },
    ],
    [t, options],
  )
  return (
    <MasterDataPage
      api={api}
      schema={api.add.body}
      initial={{ region: 'CH', closesYard: false }}
      tableId="holidayRegions"
      title={t('holidayRegions.title')}
      one={t('holidayRegions.one')}
      nameOf={(row) => nameOf(row.region)}
      columns={columns}
      compare={compare}
      csv={api}
      fields={
        <>
          <SelectField name="region" label={t('holidayRegions.region')} options={options} required autoFocus />
          <CheckboxField
            name="closesYard"
            label={t('holidayRegions.closesYard')}
            helperText={t('holidayRegions.closesYardHint')}
          />
        </>
      }
      fieldLabels={{ region: t('holidayRegions.region'), closesYard: t('holidayRegions.closesYard') }}
    />
  )
}

const placeOf = (options: readonly Option[], region: string) => options.findIndex(({ value }) => value === region)
