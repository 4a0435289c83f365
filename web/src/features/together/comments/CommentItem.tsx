import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { type Comment, commentApi } from '#contract/together/comments'
import { ApiError } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { UserAvatar } from '../../../ui/UserAvatar.tsx'
import { CommentEditor } from './CommentEditor.tsx'
import { MentionText } from './MentionText.tsx'

interface Props {
  comment: Comment
  /** Author of the answered comment, if that is not directly above. */
  answers?: string
  /** True if the URL names the comment. */
  marked: boolean
  readOnly: boolean
  /** Called while the user writes here, so that the comment keeps its place. */
  onHold: (comment: Comment, isHeld: boolean) => void
}

/** A comment with its actions. */
export function CommentItem({ comment, answers, marked, readOnly, onHold }: Props) {
  const { t } = useTranslation('comments')
  const [open, setOpen] = useState<'answer' | 'edit'>()
  const write = (what?: 'answer' | 'edit') => {
    setOpen(what)
    onHold(comment, what !== undefined)
  }
  const element = useRef<HTMLElement>(null)
  const { id, author, created, updated, deleted } = comment
  const name = author?.username ?? t('somebody')
  const answer = useApiMutation(commentApi.answer)
  useEffect(() => {
    if (!marked) return
    element.current?.scrollIntoView({ block: 'center' })
    element.current?.focus({ preventScroll: true })
  }, [marked])

  return (
    <Box
      component="article"
      ref={element}
      tabIndex={-1}
      aria-label={t('of', { name, at: formatDateTime(created) })}
      aria-current={marked ? 'true' : undefined}
      sx={{
        display: 'flex',
        gap: 2,
        p: 2,
        borderLeft: 3,
        borderColor: marked ? 'secondary.main' : 'transparent',
        bgcolor: marked ? 'action.hover' : 'transparent',
        '&:focus-visible': { outline: 'none' },
      }}
    >
      <UserAvatar username={name} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" component="div" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          <strong>{name}</strong>
          <Box component="time" dateTime={created} sx={{ color: 'text.secondary' }}>
            {formatDateTime(created)}
          </Box>
          {!deleted && updated !== created && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {t('edited', { at: formatDateTime(updated) })}
            </Box>
          )}
          {answers && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {t('answerOf', { name: answers })}
            </Box>
          )}
        </Typography>
        {deleted && (
          <Typography variant="body2" color="textSecondary">
            {t('deleted')}
          </Typography>
        )}
        {open === 'edit' && <EditComment comment={comment} onClose={() => write()} />}
        {!deleted && open !== 'edit' && <MentionText comment={comment} />}
        {!deleted && !readOnly && open === undefined && <Actions comment={comment} name={name} onOpen={write} />}
        {open === 'answer' && (
          <CommentEditor
            label={t('answerTo', { name })}
            name={`to ${id}`}
            action={t('send')}
            autoFocus
            onSave={(text, onWay) => onWay(answer.mutateAsync({ params: { id }, body: { text } }))}
            onClose={() => write()}
          />
        )}
      </Box>
    </Box>
  )
}

interface ActionsProps {
  comment: Comment
  name: string
  onOpen: (what: 'answer' | 'edit') => void
}

/** Actions on a comment: all writers may answer, its author and admins may edit and delete. */
function Actions({ comment, name, onOpen }: ActionsProps) {
  const { t } = useTranslation('comments')
  const user = useCurrentUser()
  const remove = useRemove()
  const own = comment.author?.id === user.id || user.roles.includes('ADMIN')
  return (
    <Box role="group" aria-label={t('actions', { name })} sx={{ display: 'flex', gap: 1, ml: -1 }}>
      <Button onClick={() => onOpen('answer')}>{t('answer')}</Button>
      {own && <Button onClick={() => onOpen('edit')}>{t('edit')}</Button>}
      {own && <Button onClick={() => void remove(comment.id)}>{t('remove')}</Button>}
    </Box>
  )
}

type Save = ComponentProps<typeof CommentEditor>['onSave']

function EditComment({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const { t } = useTranslation('comments')
  const { t: ui } = useTranslation('ui')
  const update = useApiMutation(commentApi.update, { quiet: ['STALE_VERSION', 'NOT_FOUND'] })
  const add = useApiMutation(commentApi.add)
  const answer = useApiMutation(commentApi.answer)
  const editing = useEditing<{ text: string }, Comment>(comment, {
    name: t('text'),
    fields: [{ name: 'text', label: t('text') }],
    valuesOf: ({ text }) => ({ text }),
  })
  const { id, deleted, answerTo, upstreamRef } = comment
  const change: Save = (text, onWay) =>
    editing
      .save({ text }, (values, version) => onWay(update.mutateAsync({ params: { id }, body: { ...values, version } })))
      .catch((error) => {
        // the deletion was not known yet
        if (error instanceof ApiError && error.problem.code === 'NOT_FOUND') notify(t('gone'), { severity: 3 })
        throw error
      })
  /** Sends the text as a new comment if the edited one was deleted. */
  const again: Save = (text, onWay) =>
    onWay(
      answerTo
        ? answer.mutateAsync({ params: { id: answerTo }, body: { text } })
        : add.mutateAsync({ params: { id: upstreamRef }, body: { text } }),
    )
  return (
    <>
      <CommentEditor
        label={t('text')}
        name={id}
        action={deleted ? t('sendAgain') : ui('action.save')}
        gone={deleted ? t('gone') : undefined}
        text={editing.now()?.text}
        isNewer={editing.isNewer()}
        compare={async (mine) =>
          ((await editing.compare({ text: mine }))?.chosen as { text: string } | undefined)?.text ?? null
        }
        autoFocus
        onSave={deleted ? again : change}
        onClose={onClose}
      />
      {editing.dialog}
    </>
  )
}

/** Returns a function that deletes a comment at once, with an undo. */
function useRemove() {
  const { t } = useTranslation('comments')
  const { t: ui } = useTranslation('ui')
  const remove = useApiMutation(commentApi.remove)
  const restore = useApiMutation(commentApi.restore, {
    onSuccess: () => notify(t('restored')),
  })
  return async (id: string) => {
    try {
      await remove.mutateAsync({ params: { id } })
    } catch {
      // the snackbar shows the error
      return
    }
    notify(t('removed'), {
      action: { label: ui('action.undo'), onClick: () => restore.mutate({ params: { id } }) },
    })
  }
}
