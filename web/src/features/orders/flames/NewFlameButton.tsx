import FlameIcon from '@mui/icons-material/LocalFireDepartmentOutlined'
import { Suspense, useState } from 'react'
import type { Contact } from '#contract/contacts/contacts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { ToolButton } from '../../../ui/buttons/ToolButton.tsx'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'

const BoardPickerDialog = lazyPart(() => import('./BoardPickerDialog.tsx'), 'BoardPickerDialog')

/** Creates a flame for a contact on a board the user chooses. */
export function NewFlameButton({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const may = useMay()
  const [asking, setAsking] = useState(false)
  if (!may('FLAME_CREATE') || contact.deletedAtUtc !== null) return null
  return (
    <>
      <ToolButton icon={FlameIcon} label={t('head.onBoard')} aria-haspopup="dialog" onClick={() => setAsking(true)} />
      <Suspense>{asking && <BoardPickerDialog contact={contact} onClose={() => setAsking(false)} />}</Suspense>
    </>
  )
}
