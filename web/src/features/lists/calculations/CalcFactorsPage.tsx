import type { z } from 'zod'
import { type CalcFactor, calculationApi } from '#contract/lists/calculations'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { HistoryButton } from '../../together/history/HistoryDialog.tsx'
import { InlineTable } from './InlineTable.tsx'
import type { InlineColumn } from './inline-row.tsx'
import { useEditedRow } from './use-edited-row.ts'

type Values = Record<'title' | 'value' | 'unit' | 'description', string>
type Row = Values & { id: string }

const schema = calculationApi.updateFactor.body.omit({ version: true }) as unknown as z.ZodType<Values, Values>
const empty: Values = { title: '', value: '', unit: '', description: '' }

export function CalcFactorsPage() {
  const { t } = useTranslation('calculations')
  const list = useApi(calculationApi.factors, {}, { quiet: true })
  const update = useApiMutation(calculationApi.updateFactor, {
    quiet: ['STALE_VERSION', 'VALIDATION'],
  })
  const columns: readonly InlineColumn<Values>[] = [
    { name: 'title', label: t('title') },
    { name: 'value', label: t('factor.value'), unit: ' ', unitIn: 'unit' },
    { name: 'unit', label: t('factor.unit'), fixed: true },
    { name: 'description', label: t('factor.description') },
  ]
  const { rows, edited, editing, setEditing } = useEditedRow(list.data)
  const shared = useEditing<Values, CalcFactor>(edited, {
    name: edited?.title ?? '',
    fields: columns.filter(({ fixed }) => !fixed),
    valuesOf: ({ title, value, unit, description }) => ({ title, value, unit, description }),
  })
  useScreenActions({ title: t('factor.screen') })

  async function save(values: Values, row: Row | null) {
    if (!row) return
    await shared.save(values, ({ title, value, description }, version) =>
      update.mutateAsync({ params: { id: row.id }, body: { version, title, value, description } }),
    )
  }

  if (list.error) return <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />
  if (!rows) return <SkeletonLines />
  return (
    <InlineTable<Row, Values>
      label={t('factor.screen')}
      columns={columns}
      rows={rows}
      schema={schema}
      empty={empty}
      editing={editing}
      onEdit={setEditing}
      shared={shared}
      onSave={save}
      tools={<HistoryButton list="calcFactors" name={t('factor.screen')} />}
    />
  )
}
