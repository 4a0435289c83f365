import PlaylistAddIcon from '@mui/icons-material/PlaylistAdd'
import { Suspense, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'

const ContactListDialog = lazyPart(() => import('./ContactListDialog.tsx'), 'ContactListDialog')

/** Opens the dialog that files one encounter for many contacts; hidden without the permission. */
export function ContactListButton() {
  const { t } = useTranslation('encounters')
  const [open, setOpen] = useState(false)
  if (!useMay()('ENCOUNTER_CREATE')) return null
  return (
    <>
      <Button startIcon={<PlaylistAddIcon />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('forList.action')}
      </Button>
      {open && (
        <Suspense>
          <ContactListDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
