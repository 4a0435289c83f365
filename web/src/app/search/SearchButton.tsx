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

/** Button that opens the search, as do Ctrl+K anywhere and / outside of text fields. */
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

/** Stores visited records: screens with a title of their own. Separate, so that the button is not redrawn. */
function NotedPlaces({ userId }: { userId: string }) {
  const { title: name, record } = useShownActions()
  const title = record ?? name
  const href = useLocation({ select: ({ pathname }) => pathname })
  // waits until the title belongs to the new address
  const place = useDebounced({ href, title }, 1000)
  useEffect(() => {
    if (place.title && /[0-9a-f]{8}-/.test(place.href)) notePlace(userId, { href: place.href, title: place.title })
  }, [userId, place])
  return null
}
