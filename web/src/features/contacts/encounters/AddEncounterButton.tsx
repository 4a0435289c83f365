import AddCommentIcon from '@mui/icons-material/AddCommentOutlined'
import { Suspense, useState } from 'react'
import type { Contact } from '#contract/contacts/contacts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'

const EncounterDialog = lazyPart(() => import('./EncounterDialog.tsx'), 'EncounterDialog')

export function AddEncounterButton({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const may = useMay()
  const [noting, setNoting] = useState(false)
  if (!may('ENCOUNTER_CREATE') || contact.deletedAtUtc !== null) return null
  return (
    <>
      <Button variant="outlined" startIcon={<AddCommentIcon />} aria-haspopup="dialog" onClick={() => setNoting(true)}>
        {t('head.encounter')}
      </Button>
      <Suspense>
        {noting && <EncounterDialog contactId={contact.id} encounter={null} onClose={() => setNoting(false)} />}
      </Suspense>
    </>
  )
}
