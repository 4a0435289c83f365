import Box from '@mui/material/Box'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type AnswerOf, today } from '#contract/endpoint'
import { masterData } from '#contract/master-data'
import { userApi } from '#contract/users'
import { useApi } from '../../api/hooks.ts'
import type { Column } from '../../ui/DataTable/columns.ts'
import { CheckboxField } from '../../ui/fields/CheckboxField.tsx'
import { DateField } from '../../ui/fields/DateField.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { CsvTools } from './CsvTools.tsx'
import { MasterDataPage } from './MasterDataPage.tsx'

const api = masterData.absenceEmails
type Absence = AnswerOf<typeof api.list>[number]

const blank = () => ({
  userId: null,
  subject: '',
  text: '',
  validFrom: today(),
  validUntil: null,
  active: true,
})

export function AbsenceEmailPage() {
  const { t } = useTranslation('masterData')
  const users = useApi(userApi.list, {})
  const userOptions = useMemo(
    () => (users.data ?? []).map(({ id, username }) => ({ value: id, label: username })),
    [users.data],
  )
  const usable = useMemo(
    () => (users.data ?? []).map(({ id, username, disabled }) => ({ value: id, label: username, disabled })),
    [users.data],
  )
  const columns = useMemo<Column<Absence>[]>(
    () => [
      {
        id: 'userId',
        label: t('absence.userId'),
        value: (row) => row.userId ?? 'all',
        kind: 'select',
        options: [{ value: 'all', label: t('absence.everybody') }, ...userOptions],
        width: 160,
      },
      { id: 'subject', label: t('absence.subject'), value: (row) => row.subject, width: 280 },
      { id: 'validFrom', label: t('slot.validFrom'), value: (row) => row.validFrom, kind: 'date', width: 130 },
      { id: 'validUntil', label: t('slot.validUntil'), value: (row) => row.validUntil, kind: 'date', width: 130 },
      { id: 'active', label: t('absence.active'), value: (row) => row.active, kind: 'boolean', width: 110 },
    ],
    [t, userOptions],
  )
  return (
    <MasterDataPage
      api={api}
      schema={api.add.body}
      initial={blank()}
      tableId="absenceEmails"
      title={t('absenceEmails.title')}
      one={t('absenceEmails.one')}
      nameOf={(row) => row.subject}
      columns={columns}
      width={640}
      tools={<CsvTools api={api} />}
      fields={
        <>
          <SelectField
            name="userId"
            label={t('absence.userId')}
            options={usable}
            placeholder={t('absence.everybody')}
          />
          <TextField name="subject" label={t('absence.subject')} required />
          <TextField name="text" label={t('absence.text')} rows={6} required />
          <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4 }}>
            <DateField name="validFrom" label={t('slot.validFrom')} required />
            <DateField name="validUntil" label={t('slot.validUntil')} />
          </Box>
          <CheckboxField name="active" label={t('absence.active')} helperText={t('absence.hint')} />
        </>
      }
      fieldLabels={{
        userId: t('absence.userId'),
        subject: t('absence.subject'),
        text: t('absence.text'),
        validFrom: t('slot.validFrom'),
        validUntil: t('slot.validUntil'),
        active: t('absence.active'),
      }}
    />
  )
}
