import { useState } from 'react'
import { type Template, templateApi } from '#contract/lists/templates'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useListed } from '../../../ui/conflicts/use-listed.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { CsvButton } from '../../../ui/files/CsvButton.tsx'
import { mayLeave } from '../../../ui/forms/unsaved-changes.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { usePlaceholderLabel } from '../../../ui/RichText/use-placeholder-label.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { HistoryButton } from '../../together/history/HistoryDialog.tsx'
import { readable } from './readable.ts'
import { TemplateEditor } from './TemplateEditor.tsx'
import { TemplateList } from './TemplateList.tsx'

export function TemplatesPage() {
  const { t } = useTranslation('templates')
  const confirm = useConfirm()
  const labelOf = usePlaceholderLabel()
  const [chosen, setChosen] = useState<string | 'new' | null>(null)
  const list = useApi(templateApi.list, {}, { quiet: true })
  const remove = useApiMutation(templateApi.remove, { quiet: ['IN_USE'] })
  const restore = useApiMutation(templateApi.add)
  const template = useListed(list.data, chosen)
  const open = chosen === 'new' || template !== undefined

  const choose = async (next: string | 'new') => {
    if (next !== chosen && (await mayLeave())) setChosen(next)
  }
  useScreenActions({
    title: t('title'),
    add: { label: t('add'), onClick: () => void choose('new'), disabled: chosen === 'new' },
  })

  async function askAndRemove({ id, version: _version, ...values }: Template) {
    const name = values.title
    const answer = await confirm({
      title: t('remove.title'),
      message: t('remove.message', { name }),
      ok: t('remove.ok'),
    })
    if (!answer) return
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          setChosen(null)
          const undo = { label: t('remove.undo'), onClick: () => restore.mutate({ body: values }) }
          notify(t('remove.done', { name }), { action: undo })
        },
        onError: ({ problem }) => {
          if (problem.code === 'IN_USE') notify(t('remove.inUse', { name }), { severity: 1 })
        },
      },
    )
  }

  if (list.error) return <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />
  if (!list.data) return <SkeletonLines />
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '220px minmax(0, 1fr)' },
      }}
    >
      <Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', mb: 1 }}>
          <HistoryButton list="templates" name={t('title')} />
          <CsvButton
            name={t('title')}
            columns={[
              { id: 'title', label: t('field.title'), value: (row) => row.title },
              { id: 'subject', label: t('field.subject'), value: (row) => readable(row.subject, labelOf) },
              { id: 'content', label: t('field.content'), value: (row) => readable(row.content, labelOf) },
            ]}
            rows={list.data}
          />
        </Box>
        <TemplateList templates={list.data} chosen={chosen} onChoose={(id) => void choose(id)} />
      </Box>
      {open ? (
        <TemplateEditor
          key={chosen}
          template={template ?? null}
          onSaved={({ id }) => setChosen(id)}
          onRemove={template && (() => void askAndRemove(template))}
        />
      ) : (
        <EmptyState title={t('choose')} />
      )}
    </Box>
  )
}
