import { useState } from 'react'
import type { BodyOf } from '#contract/endpoint'
import { calculationApi } from '#contract/lists/calculations'
import { masterData } from '#contract/lists/master-data'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { CalculationLayout } from './CalculationLayout.tsx'
import type { InlineColumn } from './inline-row.tsx'
import { TableSection } from './TableSection.tsx'
import { noQuestion, WoodForm, type WoodQuestion } from './WoodForm.tsx'
import { WoodResult } from './WoodResult.tsx'

const api = masterData.woodFrames
type Material = BodyOf<typeof api.add>

const empty: Material = {
  title: '',
  fromPerimeterInMm: '',
  toPerimeterInMm: '',
  boardThicknessInMm: '',
  weightPerSquareMetreInKg: '',
  pricePerSquareMetre: '',
}

export function WoodFramesPage() {
  const { t } = useTranslation('calculations')
  const [question, setQuestion] = useState<WoodQuestion>()
  const list = useApi(api.list, {}, { quiet: true })
  const calc = useApi(
    calculationApi.woodFrames,
    { query: question ?? noQuestion },
    { enabled: question !== undefined, keepPrevious: true, quiet: true },
  )
  const columns: readonly InlineColumn<Material>[] = [
    { name: 'title', label: t('title') },
    { name: 'fromPerimeterInMm', label: t('wood.from'), unit: 'mm' },
    { name: 'toPerimeterInMm', label: t('wood.to'), unit: 'mm' },
    { name: 'boardThicknessInMm', label: t('wood.thickness'), unit: 'mm' },
    { name: 'weightPerSquareMetreInKg', label: t('wood.weight'), unit: 'kg/m²' },
    { name: 'pricePerSquareMetre', label: t('wood.price'), unit: 'CHF/m²', money: true },
  ]
  return (
    <CalculationLayout
      table={
        <TableSection
          api={api}
          list={list}
          history="woodFrames"
          title={t('wood.title')}
          one={t('wood.one')}
          columns={columns}
          empty={empty}
        />
      }
      form={<WoodForm onCalculate={setQuestion} busy={calc.isFetching} />}
      error={calc.error ?? undefined}
      result={question && calc.data && <WoodResult answer={calc.data} perimeter={question.perimeter} />}
    />
  )
}
