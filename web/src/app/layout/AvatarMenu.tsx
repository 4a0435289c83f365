import { Suspense, useState } from 'react'
import type { CurrentUser } from '#contract/users/users'
import { useTranslation } from '../../i18n/use-translation.ts'
import { PlainButton } from '../../ui/buttons/PlainButton.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { lazyPart } from '../../ui/rendering/lazy-part.tsx'
import { lettersOf, UserAvatar } from '../../ui/UserAvatar.tsx'

const AccountPanel = lazyPart(() => import('./AccountPanel.tsx'), 'AccountPanel')
const ChangePasswordDialog = lazyPart(() => import('./ChangePasswordDialog.tsx'), 'ChangePasswordDialog')

export function AvatarMenu({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('shell')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [changing, setChanging] = useState(false)
  return (
    <>
      <PlainButton
        // the accessible name contains the two visible letters
        aria-label={`${lettersOf(user.username)} ${t('account', { username: user.username })}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ borderRadius: '50%', flexShrink: 0, ml: 'auto' }}
      >
        <Box aria-hidden sx={{ display: 'flex' }}>
          <UserAvatar username={user.username} image={user.avatarSmall ?? undefined} size={32} />
        </Box>
      </PlainButton>
      <Suspense>
        {anchor && (
          <AccountPanel
            user={user}
            anchor={anchor}
            onClose={() => setAnchor(null)}
            onChangePassword={() => setChanging(true)}
          />
        )}
        {changing && <ChangePasswordDialog onClose={() => setChanging(false)} />}
      </Suspense>
    </>
  )
}
