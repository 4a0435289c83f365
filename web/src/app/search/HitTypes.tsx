import Chip from '@mui/material/Chip'
import { type SearchType, searchTypes, type TypeCount } from '#contract/overview/omnisearch'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Box } from '../../ui/layout/Box.tsx'
import { countText } from './count-text.ts'
import { hitIcons } from './hit-icons.ts'

interface Props {
  counts: readonly TypeCount[]
  chosen: SearchType | undefined
  onChoose: (type: SearchType | undefined) => void
}

/** Chips of the types that have hits, with their numbers; the chosen type stays without hits as well. */
export function HitTypes({ counts, chosen, onChoose }: Props) {
  const { t } = useTranslation('search')
  const all = { count: counts.reduce((sum, { count }) => sum + count, 0), more: counts.some(({ more }) => more) }
  const types = searchTypes.flatMap((type) => {
    const count = counts.find(({ searchType }) => searchType === type)
    return count || type === chosen ? [{ type, count: count ?? { count: 0, more: false } }] : []
  })
  if (types.length === 0) return null
  const chip = (type: SearchType | undefined, label: string) => {
    const Icon = type && hitIcons[type]
    return (
      <Chip
        key={type ?? 'all'}
        {...(Icon ? { icon: <Icon /> } : {})}
        label={label}
        aria-pressed={chosen === type}
        variant={chosen === type ? 'filled' : 'outlined'}
        color={chosen === type ? 'secondary' : 'default'}
        onClick={() => onChoose(type)}
      />
    )
  }
  return (
    <Box role="group" aria-label={t('found')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      {chip(undefined, `${t('page.every')} ${countText(all)}`)}
      {types.map(({ type, count }) => chip(type, `${t(`kind.${type}`)} ${countText(count)}`))}
    </Box>
  )
}
