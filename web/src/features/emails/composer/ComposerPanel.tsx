import { emailApi } from '@glut/contract/emails'
import { limits } from '@glut/contract/limits'
import { mailboxApi } from '@glut/contract/mailboxes'
import { draftApi } from '@glut/contract/outgoing'
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
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, call } from '../../../api/client.ts'
import { keptAnswers, refresh, useApi } from '../../../api/hooks.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { SkeletonLines } from '../../../ui/SkeletonLines.tsx'
import { notify } from '../../../ui/snackbar.ts'
import { GalleryDialog } from '../../templates/gallery-dialog.ts'
import { AttachmentsTab } from './AttachmentsTab.tsx'
import { closeComposer, keepComposing, openComposer, useComposing } from './composer-store.ts'
import { DraftsDialog } from './DraftsDialog.tsx'
import { forgetDraft } from './kept-drafts.ts'
import { OutboxDialog } from './OutboxDialog.tsx'
import { RecipientField } from './RecipientField.tsx'
import { TemplateDialog } from './TemplateDialog.tsx'
import { type Message, messageOf, signaturePlaceholder, type Transfer } from './transfer.ts'
import { useAttachments } from './use-attachments.ts'
import { useDraft } from './use-draft.ts'
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
  const leave = useLeaving(message, draft)
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
        <RecipientField label={t('field.cc')} value={message.cc} onChange={(cc) => set({ cc })} />
        <RecipientField label={t('field.bcc')} value={message.bcc} onChange={(bcc) => set({ bcc })} />
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
        <Button color="inherit" onClick={() => void leave.saveDraft()}>
          {t('saveDraft')}
        </Button>
        <Box sx={{ flex: 1 }} />
        <Button
          variant="contained"
          color="secondary"
          startIcon={<SendIcon />}
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

/** Closing asks; so does a message that wants to take the place of this one. */
function useLeaving(message: Message, draft: ReturnType<typeof useDraft>) {
  const { t } = useTranslation('composer')
  const client = useQueryClient()
  const confirm = useConfirm()
  const { next } = useComposing()

  async function saveDraft(): Promise<boolean> {
    try {
      const { id } = await draft.save()
      if (message.subject !== '') {
        const same = keptAnswers(client, draftApi.list)
          .flat()
          .filter((one) => one.subject === message.subject && one.id !== id)
        for (const other of new Set(same.map((one) => one.id))) await call(draftApi.remove, { params: { id: other } })
        if (same.length > 0) await refresh(client, [draftApi.list])
      }
      notify(t('draftSaved'))
      return true
    } catch (error) {
      notify(error instanceof ApiError ? error.message : String(error), { severity: 1 })
      return false
    }
  }

  async function leave() {
    const answer = await confirm({
      title: t('leave.title'),
      message: t('leave.message'),
      ok: t('leave.keep'),
      secondOk: t('leave.discard'),
      cancel: t('leave.stay'),
    })
    if (!answer) return keepComposing()
    if (answer === 'ok' && !(await saveDraft())) return keepComposing()
    if (answer === 'second') await discard()
    closeComposer()
  }

  async function discard() {
    draft.close()
    const id = draft.current()?.id ?? null
    forgetDraft(message.subject, id)
    if (id) await call(draftApi.remove, { params: { id } }).catch(() => {})
    await refresh(client, [draftApi.list])
  }

  const asked = useEffectEvent(() => void leave())
  useEffect(() => {
    if (next) asked()
  }, [next])
  const dirty = draft.dirty
  useEffect(() => {
    if (!dirty) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [dirty])
  return Object.assign(leave, { saveDraft })
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

const emptyStart = /^(<p>(<br>)?<\/p>)*/

/** Above what stands there already; the signature of the template takes the place of the one that is there. */
function withTemplate(template: string, before: string): string {
  const rest = template.includes('{{userSignature}}') ? before.replace(signaturePlaceholder, '') : before
  return template + rest.replace(emptyStart, '')
}

/** Below one's own text, above what is quoted. */
function withSignature(html: string): string {
  const quote = html.search(/<blockquote/)
  return quote < 0 ? html + signaturePlaceholder : html.slice(0, quote) + signaturePlaceholder + html.slice(quote)
}
