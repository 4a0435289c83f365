import MoreVertIcon from '@mui/icons-material/MoreVert'
import { Suspense, useState } from 'react'
import type { Contact } from '#contract/contacts/contacts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { useOpened } from '../../../ui/rendering/use-opened.ts'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'

const RecordMenu = lazyPart(() => import('./RecordMenu.tsx'), 'RecordMenu')

export function RecordMenuButton({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const opened = useOpened(anchor !== null)
  return (
    <>
      <Tooltip title={t('page.more')}>
        <IconButton
          aria-label={t('page.more')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <MoreVertIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {opened && (
        <Suspense>
          <RecordMenu contact={contact} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
