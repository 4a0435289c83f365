import CloseIcon from '@mui/icons-material/Close'
import { Suspense, useState } from 'react'
import type { EmailSummary } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { ContactPickerDialog } from '../../contacts/picker/ContactPickerDialog.tsx'
import { hasLeft } from './use-email-actions.tsx'
import { useMany } from './use-many.ts'

const AssigneeDialog = lazyPart(() => import('../../users/people/AssigneeDialog.tsx'), 'AssigneeDialog')

interface Props {
  chosen: readonly EmailSummary[]
  total: number
  /** True if the messages are in the bin. */
  inBin: boolean
  onChooseAll: () => void
  onForget: () => void
}

/** Shows the number of selected messages, with actions on them. */
export function ChosenBar({ chosen, total, inBin, onChooseAll, onForget }: Props) {
  const { t } = useTranslation('emails')
  const may = useMay()
  const [dialog, setDialog] = useState<'assign' | 'link'>()
  const many = useMany(chosen, onForget)
  const count = chosen.length
  // messages of a single sender belong to one contact
  const senders = new Set(chosen.map(({ from }) => from.address))
  const sender = senders.size === 1 ? [...senders][0] : undefined
  const incoming = !inBin && chosen.every(({ direction }) => direction === 'INCOMING')
  const close = () => setDialog(undefined)
  return (
    <Box role="toolbar" aria-label={t('many.label')} sx={barLook}>
      <Checkbox
        checked={count >= total}
        indeterminate={count < total}
        onChange={() => (count < total ? onChooseAll() : onForget())}
        aria-label={t('many.all')}
      />
      <Typography variant="body2" role="status" sx={{ flex: 1, whiteSpace: 'nowrap' }}>
        {t('many.chosen', { count })}
      </Typography>
      <IconButton aria-label={t('many.forget')} title={t('many.forget')} onClick={onForget}>
        <CloseIcon fontSize="small" />
      </IconButton>
      <Box sx={actionsLook}>
        {incoming && (
          <>
            <Button disabled={many.working} onClick={many.take}>
              {t('many.take')}
            </Button>
            <Button disabled={many.working} aria-haspopup="dialog" onClick={() => setDialog('assign')}>
              {t('action.assign')}
            </Button>
            <Button disabled={many.working} onClick={many.close}>
              {t('action.close')}
            </Button>
          </>
        )}
        {!inBin && may(emailApi.linkToContact.allow) && (
          <Button disabled={many.working} aria-haspopup="dialog" onClick={() => setDialog('link')}>
            {t('many.link')}
          </Button>
        )}
        {inBin && (
          <Button disabled={many.working} onClick={many.restore}>
            {t('action.restore')}
          </Button>
        )}
        {!inBin && may('EMAIL_DELETE') && (
          <Button disabled={many.working || !chosen.every((email) => hasLeft(email))} onClick={many.remove}>
            {t('action.remove')}
          </Button>
        )}
      </Box>
      <Suspense>
        {dialog === 'assign' && (
          <AssigneeDialog
            given={{ work: 'MAIL' }}
            title={t('many.assignTitle', { count })}
            current={chosen[0]?.assigneeRef ?? null}
            onSelect={(userRef) => {
              close()
              many.assign(userRef)
            }}
            onClose={close}
          />
        )}
      </Suspense>
      {dialog === 'link' && (
        <ContactPickerDialog
          open
          title={t('action.linkTitle')}
          {...(sender ? { known: { emailAddress: sender } } : {})}
          onSelect={({ id }) => {
            close()
            many.link(id)
          }}
          onCancel={close}
        />
      )}
    </Box>
  )
}

/** Covers the filters of the list, so that no row moves under the pointer. */
const barLook = {
  position: 'absolute',
  top: 0,
  left: 0,
  right: 0,
  minHeight: 1,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  alignContent: 'center',
  px: 1,
  bgcolor: 'background.paper',
  borderBottom: 1,
  borderColor: 'divider',
} as const

/** Actions on one line below, if they fit. */
const actionsLook = {
  display: 'flex',
  flexWrap: 'wrap',
  width: 1,
  pb: 1,
  '& .button': { px: 1.75, minWidth: 0, whiteSpace: 'nowrap' },
} as const
