import Alert from '@mui/material/Alert'
import Chip from '@mui/material/Chip'
import { useState } from 'react'
import { askedMailboxes } from '#contract/asked/mailboxes'
import { type Cockpit, type MailboxSummary, mailboxApi } from '#contract/mail/mailboxes'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatDate } from '../../../ui/dates/parse-date.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { useGo, useScreenParams } from '../../../ui/navigation/screens.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { HistoryButton } from '../../together/history/HistoryDialog.tsx'
import { HistorySection } from './HistorySection.tsx'
import { MailboxDialog } from './MailboxDialog.tsx'
import { QuarantineDialog } from './QuarantineDialog.tsx'
import { RefusalsDialog } from './RefusalsDialog.tsx'

/** The mailboxes with their state and problems. */
export function MailboxesPage() {
  const { t } = useTranslation('mailboxes')
  const list = useApi(mailboxApi.list, {}, { quiet: true })
  const cockpit = useApi(mailboxApi.cockpit, {}, { quiet: true })
  const go = useGo()
  const [edited, setEdited] = useState<string | 'new'>()
  const [unread, setUnread] = useState<MailboxSummary>()
  const [refusing, setRefusing] = useState<MailboxSummary>()
  const add = { label: t('add'), onClick: () => setEdited('new') }
  useScreenActions({ title: t('title'), add })
  const first = list.data?.find(({ active }) => active)?.id
  const figuresOf = (id: string) => cockpit.data?.find(({ mailboxRef }) => mailboxRef === id)
  const asked = askedMailboxes(useScreenParams('mailboxes'))
  const isNarrowed = Boolean(asked.mailbox || asked.trouble)
  const shown = list.data?.filter((one) => isAsked(one, figuresOf(one.id), asked))

  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 1100 }}>
      {list.error && <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />}
      {list.isPending && <SkeletonLines lines={6} />}
      {list.data?.length === 0 && (
        <EmptyState
          title={t('none')}
          hint={t('noneHint')}
          action={
            <Button variant="contained" color="secondary" onClick={add.onClick}>
              {t('add')}
            </Button>
          }
        />
      )}
      {isNarrowed && list.data && (
        <Box>
          <Chip
            label={asked.trouble ? t(`only.${asked.trouble}`) : (shown?.[0]?.title ?? t('only.GONE'))}
            onDelete={() => go('mailboxes', {}, { replace: true })}
          />
        </Box>
      )}
      {isNarrowed && shown?.length === 0 && <EmptyState title={t('only.none')} />}
      {shown?.map((mailbox) => (
        <MailboxCard
          key={mailbox.id}
          mailbox={mailbox}
          standard={mailbox.id === first}
          figures={figuresOf(mailbox.id)}
          onEdit={() => setEdited(mailbox.id)}
          onUnread={() => setUnread(mailbox)}
          onRefused={() => setRefusing(mailbox)}
        />
      ))}
      {list.data && list.data.length > 0 && !isNarrowed && <HistorySection />}
      {list.data && !isNarrowed && (
        <Box>
          <HistoryButton list="mailboxes" name={t('title')} />
        </Box>
      )}
      {edited && <MailboxDialog id={edited === 'new' ? null : edited} onClose={() => setEdited(undefined)} />}
      {unread && <QuarantineDialog mailbox={unread} onClose={() => setUnread(undefined)} />}
      {refusing && <RefusalsDialog mailbox={refusing} onClose={() => setRefusing(undefined)} />}
    </Box>
  )
}

/** Filters the mailboxes counted by a tile of the dashboard. */
function isAsked(
  { id, state }: MailboxSummary,
  figures: Cockpit | undefined,
  { mailbox, trouble }: ReturnType<typeof askedMailboxes>,
): boolean {
  if (trouble === 'BROKEN') return state === 'ERROR' || state === 'AUTH_ERROR'
  if (trouble === 'QUARANTINE') return (figures?.quarantined ?? 0) > 0
  return mailbox === null || mailbox === id
}

interface CardProps {
  mailbox: MailboxSummary
  standard: boolean
  figures: Cockpit | undefined
  onEdit: () => void
  onUnread: () => void
  onRefused: () => void
}

const colour = { NEW: 'default', OK: 'success', ERROR: 'error', AUTH_ERROR: 'error', OFF: 'default' } as const

function MailboxCard({ mailbox, standard, figures, onEdit, onUnread, onRefused }: CardProps) {
  const { t } = useTranslation('mailboxes')
  const { id, title, address, type, state } = mailbox
  const remove = useRemove(mailbox)
  return (
    <Paper component="section" aria-label={title} sx={{ p: 4, display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Box sx={{ flex: 1, minWidth: 200 }}>
          <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {[address, t(`type.${type}`), standard && t('standard')].filter(Boolean).join(' · ')}
          </Typography>
        </Box>
        <Chip size="small" variant="outlined" color={colour[state]} label={t(`state.${state}`)} />
        <Box role="group" aria-label={t('action.of', { name: title })} sx={{ display: 'flex', gap: 1 }}>
          <Button onClick={onEdit}>{t('action.edit')}</Button>
          <HistoryButton list="mailboxes" id={id} name={title} />
          <Button onClick={() => void remove()}>{t('action.remove')}</Button>
        </Box>
      </Box>
      {figures && <Figures figures={figures} onUnread={onUnread} onRefused={onRefused} />}
    </Paper>
  )
}

/** Shows the figures of a mailbox as sentences; problems are highlighted. */
function Figures({ figures, onUnread, onRefused }: Pick<CardProps, 'onUnread' | 'onRefused'> & { figures: Cockpit }) {
  const { t } = useTranslation('mailboxes')
  const { fault, detail, said, state, lastSuccessAtUtc, lastTryAtUtc, lastMessageAtUtc, pushed, backlog } = figures
  const { outboxWaiting, outboxFailed, quarantined, refused, secretExpiresOn, secretExpiresSoon } = figures
  const facts = [
    lastSuccessAtUtc ? t('fact.lastSuccess', { at: formatDateTime(lastSuccessAtUtc) }) : t('fact.never'),
    fault !== null && state !== 'OK' && lastTryAtUtc && t('fact.lastTry', { at: formatDateTime(lastTryAtUtc) }),
    lastMessageAtUtc && t('fact.lastMessage', { at: formatDateTime(lastMessageAtUtc) }),
    state === 'OK' && t(pushed ? 'fact.pushed' : 'fact.polled'),
    backlog !== null && backlog > 0 && t('fact.backlog', { count: backlog }),
    outboxWaiting > 0 && t('fact.outboxWaiting', { count: outboxWaiting }),
    secretExpiresOn && !secretExpiresSoon && t('fact.expires', { at: formatDate(secretExpiresOn) }),
  ]
  return (
    <>
      {fault !== null && (
        <Alert severity={state === 'OK' ? 'warning' : 'error'}>
          {detail}
          {said && (
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {t('fact.said', { text: said })}
            </Typography>
          )}
        </Alert>
      )}
      {secretExpiresOn && secretExpiresSoon && (
        <Alert severity="warning">{t('fact.expires', { at: formatDate(secretExpiresOn) })}</Alert>
      )}
      {outboxFailed > 0 && <Alert severity="warning">{t('fact.outboxFailed', { count: outboxFailed })}</Alert>}
      {quarantined > 0 && (
        <Trouble open={t('quarantine.open')} onOpen={onUnread}>
          {t('fact.quarantined', { count: quarantined })}
        </Trouble>
      )}
      {refused > 0 && (
        <Trouble open={t('refusals.open')} onOpen={onRefused}>
          {t('fact.refused', { count: refused })}
        </Trouble>
      )}
      <Typography variant="body2">{facts.filter(Boolean).join(' · ')}</Typography>
    </>
  )
}

function Trouble({ open, onOpen, children }: { open: string; onOpen: () => void; children: string }) {
  const action = (
    <Button color="inherit" onClick={onOpen}>
      {open}
    </Button>
  )
  return (
    <Alert severity="warning" action={action}>
      {children}
    </Alert>
  )
}

function useRemove({ id, title }: MailboxSummary) {
  const { t } = useTranslation('mailboxes')
  const confirm = useConfirm()
  const remove = useApiMutation(mailboxApi.remove, {
    onSuccess: () => notify(t('remove.done', { name: title })),
  })
  return async () => {
    const texts = { title: t('remove.title'), message: t('remove.message', { name: title }), ok: t('action.remove') }
    if ((await confirm(texts)) === 'ok') remove.mutate({ params: { id } })
  }
}
