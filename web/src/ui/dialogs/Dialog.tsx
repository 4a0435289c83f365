import CloseIcon from '@mui/icons-material/Close'
import MuiDialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { onPhone } from '../../theme/narrow.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { useOpened } from '../rendering/use-opened.ts'
import { useCovering } from './double-click.ts'

interface Props {
  open: boolean
  title: string
  onClose: () => void
  /** Maximum width in pixels. */
  width?: number
  /** True disables closing by Esc and outside clicks, `'form'` only by outside clicks: the form asks on Esc. */
  persistent?: boolean | 'form'
  actions?: ReactNode
  children: ReactNode
}

const roomForNotice = { flexShrink: 0, height: 'calc(var(--notice-height, 0px) + var(--announced-height, 0px))' }

/** A modal dialog, full screen on a phone. It takes the focus when it opens and returns it when it closes. */
export function Dialog(props: Props) {
  return useOpened(props.open) && <Opened {...props} />
}

function Opened({ open, title, onClose, width = 600, persistent = false, actions, children }: Props) {
  const { t } = useTranslation('ui')
  const titleId = useId()
  const narrow = useMediaQuery(onPhone)
  useCovering(open)
  return (
    <MuiDialog
      open={open}
      onClose={(_event, reason) => {
        if (!persistent || (persistent === 'form' && reason === 'escapeKeyDown')) onClose()
      }}
      fullScreen={narrow}
      fullWidth
      maxWidth={false}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: narrow ? {} : { maxWidth: width } } }}
    >
      <DialogTitle id={titleId} sx={{ pr: '56px !important' }}>
        {title}
      </DialogTitle>
      <IconButton aria-label={t('action.close')} onClick={onClose} sx={{ position: 'absolute', right: 12, top: 12 }}>
        <CloseIcon fontSize="small" />
      </IconButton>
      {narrow && <div style={roomForNotice} />}
      <DialogContent>{children}</DialogContent>
      {actions && <DialogActions sx={{ flexWrap: 'wrap', rowGap: 2 }}>{actions}</DialogActions>}
    </MuiDialog>
  )
}
