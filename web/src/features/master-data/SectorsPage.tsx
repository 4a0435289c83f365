import { masterData } from '@glut/contract/master-data'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/fields/TextField.tsx'
import { MasterDataPage } from './MasterDataPage.tsx'

export function SectorsPage() {
  const { t } = useTranslation('masterData')
  const columns = useMemo(
    () => [{ id: 'title', label: t('title'), value: (row: { title: string }) => row.title, width: 480 }],
    [t],
  )
  return (
    <MasterDataPage
      api={masterData.sectors}
      schema={masterData.sectors.add.body}
      initial={{ title: '' }}
      tableId="sectors"
      title={t('sectors.title')}
      one={t('sectors.one')}
      nameOf={(row) => row.title}
      columns={columns}
      fields={<TextField name="title" label={t('title')} required autoFocus />}
      fieldLabels={{ title: t('title') }}
    />
  )
}
