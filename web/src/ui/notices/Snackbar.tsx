import CloseIcon from '@mui/icons-material/Close'
import ErrorIcon from '@mui/icons-material/Error'
import WarningIcon from '@mui/icons-material/Warning'
import MuiSnackbar from '@mui/material/Snackbar'
import SnackbarContent from '@mui/material/SnackbarContent'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { onPhone } from '../../theme/narrow.ts'
import { colours } from '../../theme/tokens.ts'
import { BesideDialogs } from '../accessibility/BesideDialogs.tsx'
import { Button } from '../buttons/Button.tsx'
import { IconButton } from '../buttons/IconButton.tsx'
import { useCovering } from '../dialogs/double-click.ts'
import { Box } from '../layout/Box.tsx'
import { giveHeight, inDialogOfPhone } from './covered-height.ts'
import { dismiss, hold, type Notice, type Severity, useLastNotices } from './snackbar.ts'

const shownMs = 8000

/** Shows notices, once per app. The live region is always mounted, so that screen readers announce new content. */
export function Snackbar() {
  const { t } = useTranslation('ui')
  const narrow = useMediaQuery(onPhone)
  const notices = useLastNotices(narrow ? 2 : 3)
  useCovering(notices.length > 0)
  const cameFrom = useRef<Element | null>(null)
  /** Dismisses a notice and returns the focus to where it was before. */
  const close = (id: number) => {
    dismiss(id)
    if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected) cameFrom.current.focus()
    cameFrom.current = null
  }
  const stack = useRef<HTMLDivElement>(null)
  // every render of this component may change the height
  useLayoutEffect(() => giveHeight('--notice-height', stack.current))
  return (
    <BesideDialogs>
      <section
        aria-live="polite"
        aria-label={t('snackbar.region')}
        onFocus={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
        }}
      >
        {notices.length > 0 && (
          <Box
            ref={stack}
            data-notice=""
            sx={[stackLook, narrow && belowTitleOfDialog]}
            // swallows the second click of a double click, which would hit the notice that moved up
            onClickCapture={(event) => event.detail > 1 && event.stopPropagation()}
          >
            {notices.map((notice) => (
              <OneNotice
                key={notice.id}
                notice={notice}
                isLast={notice === notices.at(-1)}
                onClose={() => close(notice.id)}
              />
            ))}
          </Box>
        )}
      </section>
    </BesideDialogs>
  )
}

interface OneProps {
  notice: Notice
  isLast: boolean
  onClose: () => void
}

function OneNotice({ notice, isLast, onClose }: OneProps) {
  const { t } = useTranslation('ui')
  const look = useLook(notice.severity)
  const { action } = notice
  return (
    <MuiSnackbar
      open
      sx={noticeLook}
      autoHideDuration={notice.duration ?? shownMs}
      onClose={(_event, reason) => {
        if (reason === 'timeout' || (reason === 'escapeKeyDown' && isLast)) dismiss(notice.id)
      }}
    >
      <SnackbarContent
        role="none"
        onFocus={() => hold(notice.id)}
        onBlur={() => hold(undefined)}
        sx={{ ...look.colours, borderRadius: 1, flexWrap: 'nowrap' }}
        message={
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
            {look.icon}
            <span>{notice.message}</span>
          </Box>
        }
        action={
          <>
            {action && (
              <Button
                color="inherit"
                sx={{ fontWeight: 700, textDecoration: 'underline' }}
                onClick={() => {
                  onClose()
                  action.onClick()
                }}
              >
                {action.label}
              </Button>
            )}
            <IconButton color="inherit" aria-label={t('action.close')} onClick={onClose}>
              <CloseIcon fontSize="small" />
            </IconButton>
          </>
        }
      />
    </MuiSnackbar>
  )
}

const stackLook = {
  position: 'fixed',
  zIndex: 'snackbar',
  left: { xs: 8, sm: 24 },
  right: { xs: 8, sm: 'auto' },
  bottom: { xs: 8, sm: 24 },
  display: 'flex',
  flexDirection: 'column',
  alignItems: { xs: 'stretch', sm: 'flex-start' },
  gap: 1,
  pointerEvents: 'none',
} as const

/** Resets the positioning of the library's snackbar, so that notices stack. */
const noticeLook = { position: 'static', transform: 'none', pointerEvents: 'auto' } as const

const belowTitleOfDialog = { [inDialogOfPhone]: { top: 56, bottom: 'auto' } }

function useLook(severity: Severity) {
  const c = colours[useTheme().palette.mode]
  if (severity === 0) return { icon: null, colours: { bgcolor: c.primary, color: c.onPrimary } }
  if (severity === 3) {
    return { icon: <WarningIcon fontSize="small" />, colours: { bgcolor: c.warningFill, color: c.onWarningFill } }
  }
  return { icon: <ErrorIcon fontSize="small" />, colours: { bgcolor: c.error, color: c.onError } }
}
