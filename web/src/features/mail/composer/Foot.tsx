import SendIcon from '@mui/icons-material/Send'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { memo, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  sending: boolean
  /** Why it cannot be sent yet. */
  missing: string | null
  disabled: boolean
  onCancel: () => void
  onTemplate: () => void
  onSaveDraft: () => void
  onSend: () => void
}

export const Foot = memo(function Foot(props: Props) {
  const { sending, missing, disabled, onCancel, onTemplate, onSaveDraft, onSend } = props
  const { t } = useTranslation('composer')
  const { t: ui } = useTranslation('ui')
  const sendButton = useRef<HTMLButtonElement>(null)
  const wasSending = useRef(false)
  const missingId = useId()
  // while it works it is disabled, and the question it asks cannot give the focus back to it
  useEffect(() => {
    if (wasSending.current && !sending) sendButton.current?.focus()
    wasSending.current = sending
  }, [sending])
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        p: 2,
        borderTop: 1,
        borderColor: 'divider',
        alignItems: 'center',
      }}
    >
      <Button color="inherit" onClick={onCancel}>
        {ui('action.cancel')}
      </Button>
      <Button color="inherit" onClick={onTemplate}>
        {t('template.insert')}
      </Button>
      <Button color="inherit" onClick={onSaveDraft}>
        {t('saveDraft')}
      </Button>
      <Typography id={missingId} variant="caption" color="textSecondary" sx={{ flex: '1 1 0', textAlign: 'right' }}>
        {missing}
      </Typography>
      <Button
        ref={sendButton}
        variant="contained"
        color="secondary"
        startIcon={<SendIcon />}
        aria-describedby={missing ? missingId : undefined}
        disabled={disabled}
        loading={sending}
        loadingPosition="start"
        onClick={onSend}
      >
        {t('send')}
      </Button>
    </Box>
  )
})
