import { emailApi } from '@glut/contract/emails'
import { limits } from '@glut/contract/limits'
import { mailboxApi } from '@glut/contract/mailboxes'
import { templateApi } from '@glut/contract/templates'
import CloseIcon from '@mui/icons-material/Close'
import DraftsIcon from '@mui/icons-material/DraftsOutlined'
import OutboxIcon from '@mui/icons-material/OutboxOutlined'
import SendIcon from '@mui/icons-material/Send'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Paper from '@mui/material/Paper'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import TextField from '@mui/material/TextField'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/client.ts'
import { useApi } from '../../../api/hooks.ts'
import { SkeletonLines } from '../../../ui/SkeletonLines.tsx'
import { GalleryDialog } from '../../templates/gallery-dialog.ts'
import { AttachmentsTab } from './AttachmentsTab.tsx'
import { closeComposer, openComposer } from './composer-store.ts'
import { DraftsDialog } from './DraftsDialog.tsx'
import { OutboxDialog } from './OutboxDialog.tsx'
import { RecipientField } from './RecipientField.tsx'
import { TemplateDialog } from './TemplateDialog.tsx'
import { type Message, messageOf, type Transfer, withSignature, withTemplate } from './transfer.ts'
import { useAttachments } from './use-attachments.ts'
import { useDraft } from './use-draft.ts'
import { useLeaving } from './use-leaving.ts'
import { usePresence } from './use-presence.ts'
import { useSend } from './use-send.tsx'

const Editor = lazy(() => import('../../../ui/RichText/Editor.tsx').then((file) => ({ default: file.Editor })))

/** The side panel in which a message is written. It stays open over whatever screen one goes to. */
export function ComposerPanel({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation('composer')
  const titleId = useId()
  const [message, setMessage] = useState<Message>(() => messageOf(transfer))
  const [tab, setTab] = useState<'content' | 'attachments'>('content')
  const [dialog, setDialog] = useState<'template' | 'drafts' | 'outbox' | null>(null)
  const set = (change: Partial<Message>) => setMessage((before) => ({ ...before, ...change }))

  const mailboxes = useApi(mailboxApi.list, {}, { quiet: true })
  const usable = mailboxes.data?.filter(({ active }) => active) ?? []
  const mailbox = usable.find(({ id }) => id === message.mailboxRef) ?? usable[0]
  const draft = useDraft(message, transfer.draft)
  const forwarded = useForwarded(message, transfer)
  const attachments = useAttachments(message, draft.files, forwarded)
  const count = attachments.attached.length + draft.arriving.filter(({ problem }) => !problem).length
  const {
    send,
    working,
    mayBeSent,
    dialog: sendDialog,
  } = useSend({
    message,
    mailbox,
    draft,
    attachmentCount: count,
    totalBytes: attachments.totalBytes,
    onSent: closeComposer,
  })
  const { leave, saveDraft } = useLeaving(message, draft)
  usePresence(message.forwarded ? null : message.basedOn)
  const first = useFirstField(transfer)

  async function insertTemplate(id: string, predefinedDocuments: readonly string[]) {
    setDialog(null)
    const filled = await call(templateApi.fill, { params: { id }, body: { contactRef: message.contactRef } })
    setMessage((before) => ({
      ...before,
      subject: before.subject.trim() === '' ? filled.subject : before.subject,
      bodyAsHtml: withTemplate(filled.content, before.bodyAsHtml),
      predefinedDocumentRefs: [...new Set([...before.predefinedDocumentRefs, ...predefinedDocuments])],
    }))
  }

  return (
    <Paper
      component="section"
      role="dialog"
      aria-labelledby={titleId}
      elevation={8}
      sx={{
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
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          pl: 3,
          pr: 1,
          py: 1,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography id={titleId} variant="h2" noWrap sx={{ flex: 1 }}>
          {t('title')}
        </Typography>
        {draft.savedAt && (
          <Typography variant="caption" color="textSecondary" noWrap>
            {t('savedAt', { at: draft.savedAt.toLocaleTimeString('de-CH', { hour: '2-digit', minute: '2-digit' }) })}
          </Typography>
        )}
        <Tool label={t('drafts.title')} icon={<DraftsIcon fontSize="small" />} onClick={() => setDialog('drafts')} />
        <Tool label={t('outbox.title')} icon={<OutboxIcon fontSize="small" />} onClick={() => setDialog('outbox')} />
        <Tool label={t('close')} icon={<CloseIcon fontSize="small" />} onClick={() => void leave()} />
      </Box>

      <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', p: 3, display: 'flex', flexDirection: 'column', gap: 3 }}>
        {mailboxes.error && <Typography color="error">{mailboxes.error.message}</Typography>}
        {mailboxes.data && usable.length === 0 && <Typography color="error">{t('noMailbox')}</Typography>}
        {usable.length > 1 && (
          <TextField
            select
            size="small"
            label={t('field.mailbox')}
            value={mailbox?.id ?? ''}
            onChange={(event) => set({ mailboxRef: event.target.value })}
          >
            {usable.map(({ id, title, address }) => (
              <MenuItem key={id} value={id}>
                {title} &lt;{address}&gt;
              </MenuItem>
            ))}
          </TextField>
        )}
        <RecipientField
          label={t('field.recipients')}
          value={message.recipients}
          onChange={(recipients) => set({ recipients })}
          inputRef={first.recipients}
        />
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <RecipientField label={t('field.cc')} value={message.cc} onChange={(cc) => set({ cc })} />
          <RecipientField label={t('field.bcc')} value={message.bcc} onChange={(bcc) => set({ bcc })} />
        </Box>
        <TextField
          size="small"
          label={t('field.subject')}
          value={message.subject}
          inputRef={first.subject}
          onChange={(event) => set({ subject: event.target.value.slice(0, limits.email.subjectLength) })}
        />
        <Box>
          <Tabs value={tab} onChange={(_event, next) => setTab(next)} aria-label={t('tabs')}>
            <Tab value="content" label={t('tab.content')} id={`${titleId}-content`} />
            <Tab
              value="attachments"
              label={count > 0 ? t('tab.attachmentsCount', { count }) : t('tab.attachments')}
              id={`${titleId}-attachments`}
            />
          </Tabs>
        </Box>
        <Box role="tabpanel" aria-labelledby={`${titleId}-content`} hidden={tab !== 'content'}>
          <Suspense fallback={<SkeletonLines lines={10} />}>
            <Editor
              label={t('field.content')}
              value={message.bodyAsHtml}
              onChange={(bodyAsHtml) => set({ bodyAsHtml })}
              gallery={GalleryDialog}
              height={limits.email.editorHeight}
              onReady={first.onEditor}
            />
          </Suspense>
          {!message.bodyAsHtml.includes('{{userSignature}}') && (
            <Button size="small" sx={{ mt: 1 }} onClick={() => set({ bodyAsHtml: withSignature(message.bodyAsHtml) })}>
              {t('insertSignature')}
            </Button>
          )}
        </Box>
        {tab === 'attachments' && (
          <Box role="tabpanel" aria-labelledby={`${titleId}-attachments`}>
            <AttachmentsTab
              message={message}
              draft={draft}
              attachments={attachments}
              onChange={(list, ids) => set({ [list]: ids })}
            />
          </Box>
        )}
      </Box>

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
        <Button color="inherit" onClick={() => void leave()}>
          {t('cancel')}
        </Button>
        <Button color="inherit" onClick={() => setDialog('template')}>
          {t('template.insert')}
        </Button>
        <Button color="inherit" onClick={() => void saveDraft()}>
          {t('saveDraft')}
        </Button>
        <Button
          variant="contained"
          color="secondary"
          startIcon={<SendIcon />}
          sx={{ ml: 'auto' }}
          disabled={!mayBeSent || draft.arriving.some(({ problem }) => !problem)}
          loading={working}
          loadingPosition="start"
          onClick={() => void send()}
        >
          {t('send')}
        </Button>
      </Box>
      {dialog === 'template' && (
        <TemplateDialog
          onClose={() => setDialog(null)}
          onChoose={({ id, predefinedDocuments }) => void insertTemplate(id, predefinedDocuments)}
        />
      )}
      {dialog === 'drafts' && (
        <DraftsDialog
          openId={draft.current()?.id}
          onClose={() => setDialog(null)}
          onOpen={(chosen) => {
            setDialog(null)
            openComposer(chosen)
          }}
        />
      )}
      {dialog === 'outbox' && <OutboxDialog onOpen={openComposer} onClose={() => setDialog(null)} />}
      {sendDialog}
    </Paper>
  )
}

function Tool({ label, icon, onClick }: { label: string; icon: React.ReactNode; onClick: () => void }) {
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={onClick}>
        {icon}
      </IconButton>
    </Tooltip>
  )
}

/** The cursor goes where there is something to write: into the recipients, the subject or the text. */
function useFirstField({ to = [], subject = '', draft }: Transfer) {
  const recipients = useRef<HTMLInputElement>(null)
  const subjectField = useRef<HTMLInputElement>(null)
  const begun = draft ?? { recipients: to, subject }
  const where = begun.recipients.length === 0 ? 'recipients' : begun.subject === '' ? 'subject' : 'content'
  useEffect(() => {
    if (where === 'recipients') recipients.current?.focus()
    if (where === 'subject') subjectField.current?.focus()
  }, [where])
  return {
    recipients,
    subject: subjectField,
    onEditor: (focus: () => void) => {
      if (where === 'content') focus()
    },
  }
}

/** The attachments of the message that is forwarded; a draft knows only their ids. */
function useForwarded({ basedOn, emailAttachmentRefs }: Message, { emailAttachments }: Transfer) {
  const unknown = !emailAttachments && basedOn !== null && emailAttachmentRefs.length > 0
  const asked = useApi(emailApi.attachments, { params: { id: basedOn ?? '' } }, { enabled: unknown, quiet: true })
  return emailAttachments ?? asked.data ?? []
}
