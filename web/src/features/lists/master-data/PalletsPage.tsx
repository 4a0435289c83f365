import { useMemo } from 'react'
import type { AnswerOf } from '#contract/endpoint'
import { limits } from '#contract/limits'
import { masterData } from '#contract/lists/master-data'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { CheckboxField } from '../../../ui/fields/CheckboxField.tsx'
import { DecimalField } from '../../../ui/fields/DecimalField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { MasterDataPage } from './MasterDataPage.tsx'

const api = masterData.pallets
type Pallet = AnswerOf<typeof api.list>[number]

const kg = limits.dossier.forwardingAgencyKg

const blank = {
  widthInCm: '',
  depthInCm: '',
  heightInCm: '',
  weightInKg: '',
  combinableWithKubus: false,
  description: '',
}

export function PalletsPage() {
  const { t } = useTranslation('masterData')
  const columns = useMemo<Column<Pallet>[]>(
    () => [
      { id: 'title', label: t('title'), value: (row) => row.title, width: 220 },
      { id: 'widthInCm', label: t('pallet.widthInCm'), value: (row) => row.widthInCm, kind: 'number', width: 135 },
      { id: 'depthInCm', label: t('pallet.depthInCm'), value: (row) => row.depthInCm, kind: 'number', width: 162 },
      { id: 'heightInCm', label: t('pallet.heightInCm'), value: (row) => row.heightInCm, kind: 'number', width: 135 },
      {
        id: 'weightInKg',
        label: t('pallet.weightInKg', { kg }),
        value: (row) => row.weightInKg,
        kind: 'number',
        width: 310,
      },
      {
        id: 'combinableWithKubus',
        label: t('pallet.combinableWithKubus'),
        value: (row) => row.combinableWithKubus,
        kind: 'boolean',
        width: 220,
      },
    ],
    [t],
  )
  return (
    <MasterDataPage
      api={api}
      schema={api.add.body}
      initial={blank}
      tableId="pallets"
      title={t('pallets.title')}
      one={t('pallets.one')}
      nameOf={(row) => row.title}
      columns={columns}
      csv={api}
      fields={
        <>
          <TextField name="description" label={t('pallet.description')} helperText={t('pallet.hint')} autoFocus />
          <Box sx={fieldGrid({ xs: 2 })}>
            <DecimalField unit="cm" name="widthInCm" label={t('pallet.widthInCm')} required />
            <DecimalField unit="cm" name="depthInCm" label={t('pallet.depthInCm')} required />
            <DecimalField unit="cm" name="heightInCm" label={t('pallet.heightInCm')} required />
            <DecimalField unit="kg" name="weightInKg" label={t('pallet.weightInKg', { kg })} required />
          </Box>
          <CheckboxField name="combinableWithKubus" label={t('pallet.combinableWithKubus')} />
        </>
      }
      fieldLabels={{
        description: t('pallet.description'),
        widthInCm: t('pallet.widthInCm'),
        depthInCm: t('pallet.depthInCm'),
        heightInCm: t('pallet.heightInCm'),
        weightInKg: t('pallet.weightInKg', { kg }),
        combinableWithKubus: t('pallet.combinableWithKubus'),
      }}
    />
  )
}
