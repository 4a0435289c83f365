import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { masterData } from '#contract/lists/master-data'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { MasterDataPage } from './MasterDataPage.tsx'

export const SectorsPage = () => <TitlePage name="sectors" />
export const WarehousesPage = () => <TitlePage name="warehouses" />
export const ForwardAgencyPage = () => <TitlePage name="forwardingAgencies" />

/** A list whose entries have a title and nothing else. */
function TitlePage({ name }: { name: 'sectors' | 'warehouses' | 'forwardingAgencies' }) {
  const { t } = useTranslation('masterData')
  const columns = useMemo(
    () => [{ id: 'title', label: t('title'), value: (row: { title: string }) => row.title, width: 480 }],
    [t],
  )
  const api = masterData[name]
  return (
    <MasterDataPage
      api={api}
      schema={api.add.body}
      initial={{ title: '' }}
      tableId={name}
      title={t(`${name}.title`)}
      one={t(`${name}.one`)}
      nameOf={(row) => row.title}
      columns={columns}
      csv={api}
      fields={<TextField name="title" label={t('title')} required autoFocus />}
      fieldLabels={{ title: t('title') }}
    />
  )
}
