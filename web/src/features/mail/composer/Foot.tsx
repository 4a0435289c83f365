import TemplateIcon from '@mui/icons-material/DescriptionOutlined'
import SaveIcon from '@mui/icons-material/SaveOutlined'
import SendIcon from '@mui/icons-material/Send'
import { memo, useEffect, useId, useRef } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import type { IconComponent } from '../../../ui/icons/create-icon.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'

interface Props {
  sending: boolean
  /** Why the message cannot be sent yet. */
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
  // the button is disabled while sending, so a confirmation cannot return the focus to it
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
        containerType: 'inline-size',
      }}
    >
      <Button color="inherit" onClick={onCancel}>
        {ui('action.cancel')}
      </Button>
      <Quiet icon={TemplateIcon} label={t('template.insert')} onClick={onTemplate} />
      <Quiet icon={SaveIcon} label={t('saveDraft')} onClick={onSaveDraft} />
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

const narrow = '@container (max-width: 459.95px)'

/** A secondary button that shows only its icon in a narrow bar. */
function Quiet({ icon: Icon, label, onClick }: { icon: IconComponent; label: string; onClick: () => void }) {
  return (
    <Button
      color="inherit"
      aria-label={label}
      title={label}
      onClick={onClick}
      sx={{ [narrow]: { minWidth: 36, px: 2 } }}
    >
      <Icon fontSize="small" sx={{ display: 'none', [narrow]: { display: 'block' } }} />
      <Box component="span" sx={{ [narrow]: { display: 'none' } }}>
        {label}
      </Box>
    </Button>
  )
}
