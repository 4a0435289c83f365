import Alert from '@mui/material/Alert'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { todoPackageApi } from '#contract/lists/todo-packages'
import { type PlannedTodo, todoApi } from '#contract/work/todos'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { todoTopic } from './use-todo-actions.ts'
import { useWhy } from './use-why.ts'

/** Chooses a package of to-dos, previews and creates them. */
export function PackageDialog({ refId, onClose }: { refId: string; onClose: () => void }) {
  const { t } = useTranslation('todos')
  const { t: ui } = useTranslation('ui')
  const may = useMay()
  const [packageId, setPackageId] = useState('')
  const packages = useApi(todoPackageApi.list, {}, { quiet: true })
  const params = { ref: refId, packageId }
  const plan = useApi(todoApi.planPackage, { params }, { enabled: packageId !== '', quiet: true })
  const takeBack = useApiMutation(todoApi.takeBackPackage)
  const apply = useApiMutation(todoApi.applyPackage, {
    onSuccess: (todos) => {
      const made = todos.map(({ id, version }) => ({ id, version }))
      const undo = () => takeBack.mutate({ params: { ref: refId }, body: { todos: made } })
      const action = { label: t('undo'), onClick: undo }
      notify(t('package.applied', { count: todos.length }), {
        topic: todoTopic,
        ...(may('TODO_DELETE') ? { action } : {}),
      })
      onClose()
    },
  })
  const isRefused = plan.data?.some(({ problem }) => problem === 'OUT_OF_RANGE')
  return (
    <Dialog
      open
      title={t('package.action')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{ui('action.cancel')}</Button>
          <Button
            variant="contained"
            color="secondary"
            disabled={!plan.data || isRefused || apply.isPending}
            onClick={() => apply.mutate({ params })}
          >
            {t('package.apply')}
          </Button>
        </>
      }
    >
      {packages.error && <ErrorState message={packages.error.message} onRetry={() => void packages.refetch()} />}
      <TextField
        select
        fullWidth
        label={t('package.choose')}
        value={packages.data ? packageId : ''}
        onChange={(event) => setPackageId(event.target.value)}
        sx={{ mt: 1 }}
      >
        {(packages.data ?? []).map(({ id, title }) => (
          <MenuItem key={id} value={id}>
            {title}
          </MenuItem>
        ))}
      </TextField>
      {packageId !== '' && (
        <Box component="section" aria-label={t('package.will')} sx={{ mt: 3 }}>
          <Typography variant="h3" sx={{ mb: 1 }}>
            {t('package.will')}
          </Typography>
          {plan.error && <ErrorState message={plan.error.message} onRetry={() => void plan.refetch()} />}
          {!plan.error && !plan.data && <SkeletonLines lines={4} height={36} />}
          {plan.data && <Plan todos={plan.data} />}
        </Box>
      )}
    </Dialog>
  )
}

function Plan({ todos }: { todos: readonly PlannedTodo[] }) {
  const { t } = useTranslation('todos')
  const why = useWhy()
  return (
    <Box component="ol" sx={{ m: 0, pl: 5, display: 'grid', gap: 1.5 }}>
      {todos.map((todo, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the plan has no ids and is read again as a whole
        <li key={index}>
          <strong>{todo.title}</strong>
          <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
            {[todo.start ? formatOptionalTime(todo.start) : t('package.noStart'), ...why(todo)].join(' · ')}
          </Box>
          {todo.problem && (
            <Alert severity={todo.problem === 'OUT_OF_RANGE' ? 'error' : 'info'} variant="outlined" sx={{ mt: 1 }}>
              {t(`package.${todo.problem}`, { date: todo.startFrom ? t(`startDate.${todo.startFrom}`) : '' })}
            </Alert>
          )}
        </li>
      ))}
    </Box>
  )
}
