import EditIcon from '@mui/icons-material/EditOutlined'
import OutboxIcon from '@mui/icons-material/OutboxOutlined'
import Badge from '@mui/material/Badge'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { type OutboxItem, outgoingApi } from '#contract/mail/outgoing'
import type { CurrentUser } from '#contract/users/users'
import { useApi } from '../../api/hooks.ts'
import { openComposer } from '../../features/mail/composer/composer-store.ts'
import { needsSomebody } from '../../features/mail/composer/needs-somebody.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useMay } from '../../session/session.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { useShownActions } from '../../ui/navigation/screen-actions.ts'
import { lazyPart } from '../../ui/rendering/lazy-part.tsx'
import { useOpened } from '../../ui/rendering/use-opened.ts'
import { Tooltip } from '../../ui/tooltips/Tooltip.tsx'

const OutboxDialog = lazyPart(() => import('../../features/mail/composer/OutboxDialog.tsx'), 'OutboxDialog')

/** Milliseconds that must be left: within less time nobody would notice the undo offer. */
const worthwhile = 2000

/** Button for a new message, and, while messages are stuck in the outbox, a button that opens it. */
export function ComposeButton({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('shell')
  const may = useMay()('EMAIL_CREATE') && !user.secondFactorMissing
  const [showing, setShowing] = useState(false)
  const { data } = useApi(outgoingApi.outbox, {}, { enabled: may, quiet: true })
  useLateUndo(data)
  if (!may) return null
  const stuck = data?.filter(needsSomebody).length ?? 0
  const outbox = t('outboxStuck', { count: stuck })
  return (
    <>
      <Pencil />
      {stuck > 0 && (
        <Tooltip title={outbox}>
          <IconButton aria-label={outbox} onClick={() => setShowing(true)}>
            <Badge badgeContent={stuck} color="error">
              <OutboxIcon />
            </Badge>
          </IconButton>
        </Tooltip>
      )}
      <Suspense>{showing && <OutboxDialog onOpen={openComposer} onClose={() => setShowing(false)} />}</Suspense>
    </>
  )
}

/** Opens the composer. On the screen of a contact or dossier it starts with the contact's address, or a choice. */
function Pencil() {
  const { t } = useTranslation('shell')
  const { addresses = [], ...about } = useShownActions().writeTo ?? {}
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const begin = (to: readonly string[]) => {
    setAnchor(null)
    openComposer({ ...about, to })
  }
  const asks = addresses.length > 1
  const open = anchor !== null && asks
  const opened = useOpened(open)
  return (
    <>
      <Tooltip title={t('writeEmail')}>
        <IconButton
          aria-label={t('writeEmail')}
          {...(asks ? { 'aria-haspopup': 'menu', 'aria-expanded': anchor !== null } : {})}
          onClick={(event) => (asks ? setAnchor(event.currentTarget) : begin(addresses))}
        >
          <EditIcon />
        </IconButton>
      </Tooltip>
      {opened && (
        <Menu anchorEl={anchor} open={open} onClose={() => setAnchor(null)}>
          {addresses.map((address) => (
            <MenuItem key={address} onClick={() => begin([address])}>
              {address}
            </MenuItem>
          ))}
          <MenuItem onClick={() => begin([])}>{t('writeToOther')}</MenuItem>
        </Menu>
      )}
    </>
  )
}

/** Offers undo after a reload for a message sent just before. */
function useLateUndo(outbox: readonly OutboxItem[] | undefined) {
  const offer = useEffectEvent(async () => {
    const late = outbox?.find(
      ({ state, undoable, leavesAtUtc }) =>
        state === 'WAITING' && undoable && Date.parse(leavesAtUtc) > Date.now() + worthwhile,
    )
    if (!late) return
    const { offerUndo } = await import('../../features/mail/composer/offer-undo.ts')
    await offerUndo(late.id, late.leavesAtUtc)
  })
  const known = outbox !== undefined
  useEffect(() => {
    if (known) void offer()
  }, [known])
}
