import type { TFunction } from 'i18next'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { emailApi } from '#contract/mail/inbox'
import { mailboxApi } from '#contract/mail/mailboxes'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import type { FocusText } from '../../../ui/RichText/Editor.tsx'
import { useSteady } from '../../../ui/rendering/use-steady.ts'
import { useShortcuts } from '../../../ui/shortcuts/shortcuts.ts'
import { useTellActivity } from '../../together/presence/use-presence.ts'
import { closeComposer, popOut } from './composer-store.ts'
import { Foot } from './Foot.tsx'
import { Head } from './Head.tsx'
import { type ContentTab, MessageContent } from './MessageContent.tsx'
import { type MessageDialog, MessageDialogs } from './MessageDialogs.tsx'
import { MessageFields, useFirstField } from './MessageFields.tsx'
import { MessageText } from './MessageText.tsx'
import { type Message, messageOf, type Transfer } from './transfer.ts'
import { useAttachable } from './use-attachable.ts'
import { useAttachments } from './use-attachments.ts'
import { useDraft } from './use-draft.ts'
import { useFilling } from './use-filling.ts'
import { useGaps } from './use-gaps.ts'
import { useLeaving } from './use-leaving.ts'
import { useSend } from './use-send.ts'
import { useTemplate } from './use-template.tsx'
import { useTouched } from './use-touched.ts'

/** Height in pixels. */
const editorHeight = 500
const heightInPlace = 280

/** Edits a message: below the one it answers, or in a side panel that stays open on every screen. */
export function ComposerPanel({ transfer, inPlace }: { transfer: Transfer; inPlace: boolean }) {
  const { t } = useTranslation('composer')
  const titleId = useId()
  const [message, setMessage] = useState<Message>(() => messageOf(transfer))
  const [tab, setTab] = useState<ContentTab>('content')
  const [dialog, setDialog] = useState<MessageDialog | null>(null)
  const [typing, setTyping] = useState(false)
  const { isTouched, touch, listeners } = useTouched()
  const change = (changed: (before: Message) => Message) => {
    touch()
    setMessage(changed)
  }
  const set = (some: Partial<Message>) => change((before) => ({ ...before, ...some }))

  const mailboxes = useApi(mailboxApi.list, {}, { quiet: true })
  const usable = mailboxes.data?.filter(({ active }) => active)
  const mailbox = usable?.find(({ id }) => id === message.mailboxRef) ?? usable?.[0]
  const draft = useDraft(message, transfer, isTouched)
  const forwarded = useForwarded(message, transfer)
  const attachments = useAttachments(message, draft.files, forwarded)
  const attachable = useAttachable(mailbox)
  const count = attachments.attached.length + draft.arriving.filter(({ problem }) => !problem).length
  const {
    send,
    working,
    missing,
    dialog: sendDialog,
  } = useSend({
    message,
    mailbox,
    draft,
    typing,
    attachmentCount: count,
    totalBytes: attachments.totalBytes,
    attachable,
    onSent: closeComposer,
    onOpenField: () => setTab('content'),
  })
  const { leave, saveDraft } = useLeaving(message, draft, inPlace)
  useTellActivity('email', message.forwarded ? null : message.basedOn, 'ANSWERING')
  const first = useFirstField(transfer)

  useFilling(message, setMessage)
  const gaps = useGaps(message.subject, first.subject, () => setTab('content'))
  const toText = useRef<FocusText>(undefined)
  const { insertTemplate, dialog: flameDialog } = useTemplate(message, change, () => {
    if (tab === 'content' && !gaps.toFirst()) toText.current?.('start')
  })
  const disabled = missing !== null || working || draft.arriving.some(({ problem }) => !problem)
  const press = useShortcuts(t('title'), [
    { keys: ['Ctrl+Enter'], label: t('send'), run: () => (disabled ? undefined : void send()) },
    { keys: ['F2'], label: t('nextGap'), run: () => gaps.toNext() },
  ])
  const onKey = (event: KeyboardEvent) => {
    listeners.onKeyDownCapture(event)
    if (press(event)) event.stopPropagation()
  }
  const section = useRef<HTMLElement>(null)
  const close = useSteady(() => void leave())
  const cancel = useSteady(() => void leave('discard'))
  const chooseTemplate = useSteady(() => setDialog('template'))
  const keep = useSteady(() => void saveDraft())
  const sendNow = useSteady(() => void send())
  function showText(focus: FocusText) {
    toText.current = focus
    first.onEditor(focus)
    if (inPlace) section.current?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <Paper
      component="section"
      ref={section}
      role={inPlace ? undefined : 'dialog'}
      aria-labelledby={titleId}
      {...(inPlace ? {} : { elevation: 8, 'data-fills-phone': true })}
      {...listeners}
      onKeyDownCapture={onKey}
      sx={inPlace ? inPlaceLook : panelLook}
    >
      <Head
        titleId={titleId}
        title={inPlace ? titleOf(transfer, t) : t('title')}
        savedAt={draft.savedAt}
        onShow={setDialog}
        onPopOut={inPlace ? popOut : undefined}
        onClose={close}
      />
      {!inPlace && <Box sx={roomForNotices} />}
      <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', p: 3, display: 'flex', flexDirection: 'column', gap: 3 }}>
        <MessageFields
          message={message}
          mailboxes={usable}
          mailbox={mailbox}
          problem={mailboxes.error?.message}
          first={first}
          onChange={set}
          onTyping={setTyping}
          compact={inPlace}
        />
        <MessageContent
          message={message}
          draft={draft}
          attachments={attachments}
          attachable={attachable}
          count={count}
          tab={tab}
          onTab={setTab}
          onChange={set}
        >
          <MessageText
            html={message.bodyAsHtml}
            height={inPlace ? heightInPlace : editorHeight}
            onChange={(bodyAsHtml) => setMessage((before) => ({ ...before, bodyAsHtml }))}
            onReady={showText}
            onGaps={gaps.onEditor}
          />
        </MessageContent>
      </Box>

      <Foot
        sending={working}
        missing={missing}
        disabled={disabled}
        onCancel={cancel}
        onTemplate={chooseTemplate}
        onSaveDraft={keep}
        onSend={sendNow}
      />
      <MessageDialogs
        dialog={dialog}
        draftId={draft.current()?.id}
        onTemplate={insertTemplate}
        onClose={() => setDialog(null)}
      />
      {flameDialog}
      {sendDialog}
    </Paper>
  )
}

const panelLook = {
  position: 'fixed',
  zIndex: 'drawer',
  right: 0,
  top: { xs: 0, sm: 48 },
  bottom: 0,
  width: { xs: 1, sm: 'min(720px, 100vw)' },
  display: 'flex',
  flexDirection: 'column',
  borderRadius: 0,
  borderLeft: 1,
  borderColor: 'divider',
} as const
/** Leaves space below the title on a phone, where notices cover the panel. */
const roomForNotices = {
  display: { sm: 'none' },
  flexShrink: 0,
  height: 'calc(var(--notice-height, -24px) + 24px + var(--announced-height, 0px))',
} as const
/** Scroll margin below the toolbar of the message. */
const inPlaceLook = { display: 'flex', flexDirection: 'column', maxWidth: 860, scrollMarginTop: '48px' } as const

/** Returns the title: «Antwort an Martin Gisler» */
function titleOf({ answerTo, forwarded }: Transfer, t: TFunction<'composer'>): string {
  if (forwarded) return t('forwarding')
  return answerTo ? t('answerTo', { name: answerTo }) : t('title')
}

/** Returns the attachments of the forwarded message. A draft only contains their ids. */
function useForwarded({ basedOn, emailAttachmentRefs }: Message, { emailAttachments }: Transfer) {
  const unknown = !emailAttachments && basedOn !== null && emailAttachmentRefs.length > 0
  const asked = useApi(emailApi.attachments, { params: { id: basedOn ?? '' } }, { enabled: unknown, quiet: true })
  return emailAttachments ?? asked.data ?? []
}
