import { useMemo } from 'react'
import { type AnswerOf, today } from '#contract/endpoint'
import { masterData } from '#contract/lists/master-data'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { CheckboxField } from '../../../ui/fields/CheckboxField.tsx'
import { DateField } from '../../../ui/fields/DateField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { userOptions, useUsers } from '../../users/people/use-users.ts'
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
  const users = useUsers()
  const people = useMemo(() => userOptions(users.values()), [users])
  const columns = useMemo<Column<Absence>[]>(
    () => [
      {
        id: 'userId',
        label: t('absence.userId'),
        value: (row) => row.userId ?? 'all',
        kind: 'select',
        options: [{ value: 'all', label: t('absence.everybody') }, ...people],
        width: 160,
      },
      { id: 'subject', label: t('absence.subject'), value: (row) => row.subject, width: 280 },
      { id: 'validFrom', label: t('slot.validFrom'), value: (row) => row.validFrom, kind: 'date', width: 130 },
      { id: 'validUntil', label: t('slot.validUntil'), value: (row) => row.validUntil, kind: 'date', width: 130 },
      { id: 'active', label: t('absence.active'), value: (row) => row.active, kind: 'boolean', width: 110 },
    ],
    [t, people],
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
      csv={api}
      fields={
        <>
          <SelectField
            name="userId"
            label={t('absence.userId')}
            options={people}
            placeholder={t('absence.everybody')}
          />
          <TextField name="subject" label={t('absence.subject')} required />
          <TextField name="text" label={t('absence.text')} rows={6} required />
          <Box sx={fieldGrid({ xs: 1, sm: 2 })}>
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
