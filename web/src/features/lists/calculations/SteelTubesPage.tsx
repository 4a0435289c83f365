import { useState } from 'react'
import type { BodyOf } from '#contract/endpoint'
import { calculationApi, type SteelTubeQuestion } from '#contract/lists/calculations'
import { masterData } from '#contract/lists/master-data'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { CalculationLayout } from './CalculationLayout.tsx'
import type { InlineColumn } from './inline-row.tsx'
import { SteelForm } from './SteelForm.tsx'
import { SteelResult } from './SteelResult.tsx'
import { TableSection } from './TableSection.tsx'

const api = masterData.steelTubes
type Tube = BodyOf<typeof api.add>

const empty: Tube = {
  title: '',
  outerWidthInMm: '',
  wallInMm: '',
  stockLengthInMm: '6000',
  weightPerMetreInKg: '',
  pricePerMetre: '',
}

export function SteelTubesPage() {
  const { t } = useTranslation('calculations')
  const [question, setQuestion] = useState<SteelTubeQuestion>()
  const list = useApi(api.list, {}, { quiet: true })
  const calc = useApi(
    calculationApi.steelTubes,
    { query: question ?? { lengthInMm: '', widthInMm: '', marginInMm: '' } },
    { enabled: question !== undefined, keepPrevious: true, quiet: true },
  )
  const columns: readonly InlineColumn<Tube>[] = [
    { name: 'title', label: t('title') },
    { name: 'outerWidthInMm', label: t('steel.outerWidth'), unit: 'mm' },
    { name: 'wallInMm', label: t('steel.wall'), unit: 'mm' },
    { name: 'stockLengthInMm', label: t('steel.stockLength'), unit: 'mm' },
    { name: 'weightPerMetreInKg', label: t('steel.weight'), unit: 'kg/m' },
    { name: 'pricePerMetre', label: t('steel.price'), unit: 'CHF/m', money: true },
  ]
  return (
    <CalculationLayout
      table={
        <TableSection
          api={api}
          list={list}
          history="steelTubes"
          title={t('steel.title')}
          one={t('steel.one')}
          columns={columns}
          empty={empty}
        />
      }
      form={<SteelForm onCalculate={setQuestion} busy={calc.isFetching} />}
      error={calc.error ?? undefined}
      result={question && calc.data && <SteelResult answer={calc.data} tubes={list.data ?? []} />}
    />
  )
}
