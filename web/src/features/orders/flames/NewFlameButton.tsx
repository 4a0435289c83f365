import LocalFireDepartmentIcon from '@mui/icons-material/LocalFireDepartment'
import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact } from '#contract/contacts/contacts'
import { useMay } from '../../../session/session.ts'

const BoardPickerDialog = lazy(() =>
  import('./BoardPickerDialog.tsx').then((file) => ({ default: file.BoardPickerDialog })),
)

/** A flame for a contact, on a board that is asked for. */
export function NewFlameButton({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const may = useMay()
  const [asking, setAsking] = useState(false)
  if (!may('FLAME_CREATE') || contact.deletedAtUtc !== null) return null
  return (
    <>
      <Button startIcon={<LocalFireDepartmentIcon />} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('newFlame')}
      </Button>
      <Suspense>{asking && <BoardPickerDialog contact={contact} onClose={() => setAsking(false)} />}</Suspense>
    </>
  )
}
