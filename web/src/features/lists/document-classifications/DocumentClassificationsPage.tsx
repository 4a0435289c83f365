import { useMemo } from 'react'
import type { AnswerOf } from '#contract/endpoint'
import { classificationApi as api } from '#contract/lists/document-classifications'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { AssignedFields, useAssignable } from '../master-data/AssignedFields.tsx'
import { MasterDataPage } from '../master-data/MasterDataPage.tsx'

type Classification = AnswerOf<typeof api.list>[number]

export function DocumentClassificationsPage() {
  const { t } = useTranslation('masterData')
  const { nameOf } = useAssignable()
  const columns = useMemo<Column<Classification>[]>(() => {
    const names = (ids: readonly string[]) => ids.map(nameOf).join(', ')
    return [
      { id: 'title', label: t('title'), value: (row) => row.title, width: 280 },
      { id: 'assignedUsers', label: t('assigned.users'), value: (row) => names(row.assignedUsers), width: 280 },
      { id: 'assignedRoles', label: t('assigned.roles'), value: (row) => names(row.assignedRoles), width: 240 },
    ]
  }, [t, nameOf])
  return (
    <MasterDataPage
      api={api}
      schema={api.add.body}
      initial={{ title: '', assignedUsers: [], assignedRoles: [] }}
      tableId="documentClassifications"
      title={t('documentClassifications.title')}
      one={t('documentClassifications.one')}
      nameOf={(row) => row.title}
      columns={columns}
      fields={
        <>
          <TextField name="title" label={t('title')} required autoFocus />
          <AssignedFields />
        </>
      }
      fieldLabels={{
        title: t('title'),
        assignedUsers: t('assigned.users'),
        assignedRoles: t('assigned.roles'),
      }}
    />
  )
}
