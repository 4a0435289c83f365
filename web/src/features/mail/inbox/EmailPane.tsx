import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import Alert from '@mui/material/Alert'
import Drawer from '@mui/material/Drawer'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Email } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { isKept } from '../../../ui/forms/kept-input.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { keptNameOf } from '../beside/kept-sender.ts'
import { ComposerSlot } from '../composer/ComposerSlot.tsx'
import { Attachments } from './Attachments.tsx'
import { EmailHead } from './EmailHead.tsx'
import { EmailSections } from './EmailSections.tsx'
import { EmailToolbar } from './EmailToolbar.tsx'
import { MailNotices } from './MailNotices.tsx'
import { MailText } from './MailText.tsx'
import { PresenceNotice } from './PresenceNotice.tsx'
import { renewInSight } from './taken.ts'
import { useEmailActions } from './use-email-actions.tsx'
import { type DialogName, useEmailKeys } from './use-email-keys.ts'

const ContactBeside = lazyPart(() => import('../beside/ContactBeside.tsx'), 'ContactBeside')
const EmailDialogs = lazyPart(() => import('./EmailDialogs.tsx'), 'EmailDialogs')

interface Props {
  id: string
  /** Id of the comment in the URL. */
  commentId: string | undefined
  /** Set on a narrow screen, where the message replaces the list. */
  onBack: (() => void) | undefined
}

export function EmailPane({ id, commentId, onBack }: Props) {
  const { t } = useTranslation('emails')
  const email = useApi(emailApi.get, { params: { id } }, { quiet: true })
  const back = onBack && (
    <Button startIcon={<ArrowBackIcon />} onClick={onBack} sx={{ alignSelf: 'start', m: 1 }}>
      {t('list.back')}
    </Button>
  )
  const status = email.error?.status
  if (email.data) {
    return (
      <>
        {back}
        <EmailView email={email.data} commentId={commentId} />
      </>
    )
  }
  return (
    <>
      {back}
      {(status === 404 || status === 400) && <EmptyState title={t('message.notFound')} />}
      {email.error && status !== 404 && status !== 400 && (
        <ErrorState
          title={t('message.loadFailed')}
          message={email.error.message}
          onRetry={() => void email.refetch()}
        />
      )}
      {!email.error && <SkeletonLines lines={12} />}
    </>
  )
}

function EmailView({ email, commentId }: { email: Email; commentId: string | undefined }) {
  const { t } = useTranslation('emails')
  const may = useMay()
  const [isTyping, setTyping] = useState(() => isKept(keptNameOf(email.id)))
  const actions = useEmailActions(email, () => setTyping(false))
  const [dialog, setDialog] = useState<DialogName>()
  const inBin = email.deletedAtUtc !== null
  const readOnly = !may('EMAIL_MODIFY') || inBin
  const roomy = useRoomForContact()
  const mayKnow = may('CONTACT_READ')
  const [sheet, setSheet] = useState(false)
  const onContact = mayKnow && !roomy ? () => setSheet(true) : undefined
  useEmailKeys({ email, actions, readOnly, onDialog: setDialog, onContact })
  useScreenActions({ record: email.subject || t('list.noSubject') })
  useEffect(() => renewInSight(email), [email])
  const markSeen = useEffectEvent(() => {
    if (!email.seen && !readOnly) actions.setSeen(true)
  })
  // once per opening: the user may mark it unread afterwards
  useEffect(() => markSeen(), [])
  const message = useRef<HTMLElement>(null)
  // whoever comes by J and K goes on by Tab in the message, not at the top of the page
  useEffect(() => {
    if (isNowhere(document.activeElement)) message.current?.focus({ preventScroll: true })
  }, [])

  const contact = (
    <Suspense fallback={<SkeletonLines lines={8} />}>
      <ContactBeside
        email={email}
        readOnly={readOnly}
        onTake={(contactRef) => actions.link(contactRef)}
        onSearch={() => setDialog('link')}
        onBegin={actions.take}
        isTyping={isTyping}
        onTyping={setTyping}
      />
    </Suspense>
  )

  return (
    <Box sx={{ display: 'flex', flex: 1, minHeight: 0 }}>
      <Box
        component="article"
        ref={message}
        tabIndex={-1}
        aria-label={email.subject || t('list.noSubject')}
        sx={{ flex: 1, minWidth: 0, overflow: 'auto', '&:focus-visible': { outline: 'none' } }}
      >
        <EmailToolbar {...{ email, actions, readOnly, onContact }} onDialog={setDialog} />
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, px: { xs: 2, sm: 4 }, py: 3 }}>
          {inBin && (
            <Alert
              severity="warning"
              variant="outlined"
              action={
                may('EMAIL_DELETE') && (
                  <Button color="inherit" onClick={actions.restore}>
                    {t('action.restore')}
                  </Button>
                )
              }
            >
              {t('message.bin', { at: formatDateTime(email.deletedAtUtc ?? '') })}
            </Alert>
          )}
          <PresenceNotice emailId={email.id} />
          <EmailHead email={email} actions={actions} readOnly={readOnly} onLink={() => setDialog('link')} />
          <MailNotices email={email} />
          <MailText email={email} />
          <Attachments email={email} />
          <ComposerSlot emailId={email.id} />
          <EmailSections email={email} commentId={commentId} />
        </Box>
      </Box>
      {mayKnow && roomy && <Box sx={besideLook}>{contact}</Box>}
      {mayKnow && !roomy && (
        <Drawer
          anchor="right"
          open={sheet}
          onClose={() => setSheet(false)}
          slotProps={{ paper: { sx: { width: { xs: 1, sm: 400 } } } }}
        >
          <Button startIcon={<ArrowBackIcon />} onClick={() => setSheet(false)} sx={{ alignSelf: 'start', m: 1 }}>
            {t('beside.back')}
          </Button>
          {contact}
        </Drawer>
      )}
      {actions.dialog}
      <Suspense>
        {dialog && <EmailDialogs name={dialog} email={email} actions={actions} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </Box>
  )
}

const isNowhere = (focused: Element | null) => !focused || focused === document.body || focused.tagName === 'MAIN'

/** Returns true if the window is wide enough to show the contact beside the message. */
export const useRoomForContact = () => useMediaQuery('(min-width:1280px)')

const besideLook = {
  width: 'clamp(280px, 24%, 380px)',
  flexShrink: 0,
  overflow: 'auto',
  borderLeft: 1,
  borderColor: 'divider',
} as const
