import SearchIcon from '@mui/icons-material/Search'
import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import type { CurrentUser } from '#contract/users/users'
import { useTranslation } from '../../i18n/use-translation.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { useShownActions } from '../../ui/navigation/screen-actions.ts'
import { lazyPart } from '../../ui/rendering/lazy-part.tsx'
import { holdKeys } from '../../ui/shortcuts/held-keys.ts'
import { useScreenKeys } from '../../ui/shortcuts/shortcuts.ts'
import { Tooltip } from '../../ui/tooltips/Tooltip.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { notePlace } from './recent.ts'

const SearchPalette = lazyPart(() => import('./SearchPalette.tsx'), 'SearchPalette')

const writes = 'input, textarea, select, [contenteditable=true], [role=dialog] *'

/** Opens the search: by its button, by Ctrl+K anywhere, by / where nothing is typed. */
export function SearchButton({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('shell')
  const { t: ui } = useTranslation('ui')
  const [open, setOpen] = useState(false)
  function show(): void {
    if (!open) holdKeys()
    setOpen(true)
  }
  useScreenKeys(ui('shortcuts.everywhere'), [
    {
      keys: ['Ctrl+K', '/'],
      label: ui('shortcuts.search'),
      run: ({ target }, at) => !(at === 1 && (target as Element).closest?.(writes)) && show(),
    },
  ])
  return (
    <>
      <Tooltip title={t('search')}>
        <IconButton aria-label={t('search')} aria-haspopup="dialog" aria-keyshortcuts="Control+K" onClick={show}>
          <SearchIcon />
        </IconButton>
      </Tooltip>
      <NotedPlaces userId={user.id} />
      <Suspense>{open && <SearchPalette user={user} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** A screen that says itself what it is called shows a record. The button is not drawn again for each place. */
function NotedPlaces({ userId }: { userId: string }) {
  const { title: name, record } = useShownActions()
  const title = record ?? name
  const href = useLocation({ select: ({ pathname }) => pathname })
  // until the title is that of the new address
  const place = useDebounced({ href, title }, 1000)
  useEffect(() => {
    if (place.title && /[0-9a-f]{8}-/.test(place.href)) notePlace(userId, { href: place.href, title: place.title })
  }, [userId, place])
  return null
}
