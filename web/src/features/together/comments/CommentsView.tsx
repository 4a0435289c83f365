import Alert from '@mui/material/Alert'
import { useMemo, useState } from 'react'
import { type Comment, commentApi } from '#contract/together/comments'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import type { Given } from '../../users/people/use-who-sees.ts'
import { CommentEditor } from './CommentEditor.tsx'
import { CommentItem } from './CommentItem.tsx'
import { chainOf, withHeld } from './held.ts'
import { OlderButton } from './OlderButton.tsx'
import { Readers } from './readers.ts'
import { threadsOf } from './threads.ts'
import { useTop } from './use-top.ts'

interface Props extends ThreadsProps {
  /** Which users can read the comments and be mentioned. */
  readers: Given
}

interface ThreadsProps {
  upstreamId: string
  /** Id of the comment in the URL. */
  named?: string
  readOnly: boolean
}

/** The comments on a record as threads, latest first, with answers below the first comment. */
export function CommentsView({ readers, ...threads }: Props) {
  return (
    <Readers value={readers}>
      <Threads {...threads} />
    </Readers>
  )
}

function Threads({ upstreamId, named, readOnly }: ThreadsProps) {
  const { t } = useTranslation('comments')
  const params = { id: upstreamId }
  const total = useApi(commentApi.count, { params }, { quiet: true }).data?.count
  const { top, older } = useTop(total)
  const list = useApi(
    commentApi.list,
    { params, query: { top, ...(named ? { upTo: named } : {}) } },
    { quiet: true, keepPrevious: true },
  )
  const add = useApiMutation(commentApi.add)
  const [held, setHeld] = useState<ReadonlyMap<string, readonly Comment[]>>(new Map())
  const { byId, threads } = useMemo(() => {
    const comments = withHeld(list.data ?? [], held.values())
    return { byId: new Map(comments.map((comment) => [comment.id, comment])), threads: threadsOf(comments) }
  }, [list.data, held])
  const left = list.data && total !== undefined ? total - list.data.filter(({ deleted }) => !deleted).length : 0

  /** Keeps a comment in place while its answer is being written, even if another user deletes it. */
  const hold = (comment: Comment, isHeld: boolean) =>
    setHeld((before) => {
      const next = new Map(before)
      if (isHeld) next.set(comment.id, chainOf(comment, byId))
      else next.delete(comment.id)
      return next
    })

  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 860 }}>
      {!readOnly && (
        <CommentEditor
          label={t('write')}
          name={`on ${upstreamId}`}
          action={t('send')}
          onSave={(text, onWay) => onWay(add.mutateAsync({ params, body: { text } }))}
        />
      )}
      {list.error && <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />}
      {list.isPending && <SkeletonLines lines={6} />}
      {list.data?.length === 0 && <EmptyState title={t('empty')} />}
      {named && list.data && !list.isPlaceholderData && !byId.has(named) && (
        <Alert severity="warning" variant="outlined">
          {t('notFound')}
        </Alert>
      )}
      <Box component="ul" aria-label={t('title')} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
        {threads.map(({ first, answers }) => (
          <Paper key={first.id} component="li">
            <CommentItem comment={first} marked={first.id === named} readOnly={readOnly} onHold={hold} />
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, pl: { xs: 3, sm: 6 } }}>
              {answers.map((answer) => (
                <li key={answer.id}>
                  <CommentItem
                    comment={answer}
                    answers={
                      answer.answerTo === first.id ? undefined : byId.get(answer.answerTo ?? '')?.author?.username
                    }
                    marked={answer.id === named}
                    readOnly={readOnly}
                    onHold={hold}
                  />
                </li>
              ))}
            </Box>
          </Paper>
        ))}
      </Box>
      {left > 0 && <OlderButton left={left} loading={list.isPlaceholderData} onClick={older} />}
    </Box>
  )
}
