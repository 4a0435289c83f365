import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import { type Draft, draftApi } from '#contract/mail/outgoing'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { forgetDraft, goOnWith, isSameSubject, type KeptDraft, transferOf, useKeptDrafts } from './kept-drafts.ts'
import type { Transfer } from './transfer.ts'

interface Props {
  /** Id of the open draft, which is excluded. */
  openId: string | undefined
  onOpen: (transfer: Transfer) => void
  onClose: () => void
}

/** Lists the user's drafts on the server and those only stored in this browser. */
export function DraftsDialog({ openId, onOpen, onClose }: Props) {
  const { t } = useTranslation('composer')
  const list = useApi(draftApi.list, {}, { quiet: true })
  const remove = useApiMutation(draftApi.remove)
  const drafts = list.data?.filter(({ id }) => id !== openId)
  const kept = useKeptDrafts()
  const here = list.data ? kept.filter((one) => isOnlyHere(one, list.data)) : []

  return (
    <Dialog open title={t('drafts.title')} width={560} onClose={onClose}>
      {list.error && <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />}
      {!list.error && !drafts && <SkeletonLines lines={6} />}
      {drafts && drafts.length + here.length === 0 && <EmptyState title={t('drafts.none')} />}
      {drafts && drafts.length + here.length > 0 && (
        <List aria-label={t('drafts.title')}>
          {drafts.map((draft) => (
            <Row
              key={draft.id}
              subject={draft.subject}
              about={`${draft.recipients.join(', ')} · ${formatDateTime(draft.updatedAtUtc)}`}
              onOpen={() => onOpen(goOnWith(draft))}
              onRemove={() => {
                forgetDraft({ subject: draft.subject, draftRef: draft.id })
                remove.mutate({ params: { id: draft.id } })
              }}
            />
          ))}
          {here.map((kept) => (
            <Row
              key={kept.keptRef}
              subject={kept.subject}
              about={t('drafts.onlyHere', { to: kept.recipients.join(', ') })}
              onOpen={() => onOpen(transferOf(kept))}
              onRemove={() => forgetDraft(kept)}
            />
          ))}
        </List>
      )}
    </Dialog>
  )
}

interface RowProps {
  subject: string
  about: string
  onOpen: () => void
  onRemove: () => void
}

function Row({ subject, about, onOpen, onRemove }: RowProps) {
  const { t } = useTranslation('composer')
  const name = subject || t('noSubject')
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center' }}>
      <ListItemButton onClick={onOpen} sx={{ minWidth: 0 }}>
        <ListItemText
          primary={name}
          secondary={about}
          slotProps={{ secondary: { variant: 'caption', noWrap: true, sx: { display: 'block' } } }}
        />
      </ListItemButton>
      <IconButton aria-label={t('drafts.remove', { name })} onClick={onRemove}>
        <DeleteIcon fontSize="small" />
      </IconButton>
    </Box>
  )
}

const isOnlyHere = (kept: KeptDraft, drafts: readonly Draft[]) =>
  !drafts.some(({ id, subject }) => id === kept.draftRef || isSameSubject(subject, kept.subject))
