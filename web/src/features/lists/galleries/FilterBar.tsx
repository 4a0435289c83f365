import GridViewIcon from '@mui/icons-material/GridView'
import ViewListIcon from '@mui/icons-material/ViewList'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import type { LibraryDocument } from '#contract/lists/galleries'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ToggleButtons } from '../../../ui/buttons/ToggleButtons.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { SearchField } from '../../../ui/search/SearchField.tsx'
import { finder } from '../../../ui/text/find.ts'
import { compareText } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import type { View } from './DocumentGrid.tsx'

const sortings = ['name', 'newest', 'largest'] as const

export interface Filter {
  readonly text: string
  /** Id of a classification, 'all' or 'none'. */
  readonly classification: 'all' | 'none' | (string & {})
  readonly sort: (typeof sortings)[number]
  readonly view: View
}

export const anything: Filter = { text: '', classification: 'all', sort: 'name', view: 'grid' }

/** Filters and sorts files that are sorted by name. */
export function chosenFiles<File extends LibraryDocument>(files: readonly File[], filter: Filter): File[] {
  const holds = finder(filter.text)
  const chosen = files.filter(
    ({ name, documentClassification: own }) =>
      holds(name) && (filter.classification === 'all' || (own?.id ?? 'none') === filter.classification),
  )
  if (filter.sort === 'newest') chosen.sort((a, b) => b.uploadedAtUtc.localeCompare(a.uploadedAtUtc))
  if (filter.sort === 'largest') chosen.sort((a, b) => b.sizeByte - a.sizeByte)
  return chosen
}

interface Props {
  files: readonly LibraryDocument[]
  filter: Filter
  onChange: (filter: Filter) => void
  count: number
  /** Buttons at the end. */
  tools?: ReactNode
  /** Classification for uploaded files. */
  newFiles?:
    | {
        classifications: readonly { id: string; title: string }[]
        value: string | null
        onChange: (value: string | null) => void
      }
    | undefined
}

export function FilterBar({ files, filter, onChange, count, tools, newFiles }: Props) {
  const { t } = useTranslation('documents')
  const used = new Map(files.flatMap(({ documentClassification: own }) => (own ? [[own.id, own.title]] : [])))
  const titles = [...used].sort(([, a], [, b]) => compareText(a, b))
  return (
    <Box
      role="search"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 3, pt: 1, mb: 3 }}
    >
      <SearchField
        label={t('search')}
        placeholder={t('search')}
        value={filter.text}
        onChange={(text) => onChange({ ...filter, text })}
        sx={{ width: { xs: '100%', sm: 260 } }}
      />
      {titles.length > 0 && (
        <Choice
          label={t('classificationFilter')}
          value={filter.classification}
          onChange={(classification) => onChange({ ...filter, classification })}
          options={[['all', t('allClassifications')], ['none', t('noClassification')], ...titles]}
        />
      )}
      <Choice
        label={t('sort.label')}
        value={filter.sort}
        onChange={(sort) => onChange({ ...filter, sort })}
        options={sortings.map((sort) => [sort, t(`sort.${sort}`)])}
      />
      <ToggleButtons
        aria-label={t('view.label')}
        value={filter.view}
        options={[
          { value: 'grid', name: t('view.grid'), label: <GridViewIcon fontSize="small" /> },
          { value: 'list', name: t('view.list'), label: <ViewListIcon fontSize="small" /> },
        ]}
        onChange={(view) => onChange({ ...filter, view })}
      />
      <Typography variant="body2" color="textSecondary" role="status" sx={{ flex: 1, whiteSpace: 'nowrap' }}>
        {t('count', { count })}
      </Typography>
      {newFiles && (
        <Choice
          label={t('upload.classification')}
          value={newFiles.value ?? ''}
          onChange={(id) => newFiles.onChange(id || null)}
          options={[
            ['', t('noClassification')],
            ...newFiles.classifications.map(({ id, title }) => [id, title] as const),
          ]}
        />
      )}
      {tools}
    </Box>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly (readonly [Value, string])[]
}

function Choice<Value extends string>({ label, value, onChange, options }: ChoiceProps<Value>) {
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value as Value)}
      sx={{ width: { xs: '100%', sm: 220 } }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {options.map(([id, text]) => (
        <MenuItem key={id} value={id}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  )
}
