import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { finder } from '../../../ui/text/find.ts'
import { formatFileSize } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import type { Choice, Source } from './use-attachments.ts'

const refOf = (choice: Choice) => ('id' in choice ? choice.id : choice.documentRef)

interface Props {
  title: string
  empty: string
  source: Source
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}

/** Number of items above which a search field is shown. */
const searchable = 8

/** Check boxes for the attachments of one source. */
export function AttachmentChoices({ title, empty, source, chosen, onChange }: Props) {
  const { t } = useTranslation('composer')
  const id = useId()
  const [text, setText] = useState('')
  const { data: items = [], error, refetch } = source
  const holds = finder(text)
  const found = items.filter(({ name }) => holds(name))
  return (
    <Box component="section" aria-labelledby={id}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 1 }}>
        <Typography id={id} variant="h3" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {items.length > searchable && (
          <TextField
            type="search"
            size="small"
            label={t('attachments.search', { title })}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Box>
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !source.data && <SkeletonLines lines={2} />}
      {source.data && found.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {items.length === 0 ? empty : t('attachments.nothingFound')}
        </Typography>
      )}
      {found.length > 0 && (
        <Box tabIndex={0} role="group" aria-labelledby={id} sx={{ maxHeight: 220, overflow: 'auto' }}>
          {found.map((item) => (
            <Box key={refOf(item)} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
              <FormControlLabel
                sx={{ flex: 1, minWidth: 0, '& .MuiFormControlLabel-label': { minWidth: 0, overflowWrap: 'anywhere' } }}
                control={
                  <Checkbox
                    checked={chosen.includes(refOf(item))}
                    onChange={({ target: { checked } }) =>
                      onChange(checked ? [...chosen, refOf(item)] : chosen.filter((one) => one !== refOf(item)))
                    }
                  />
                }
                label={item.name}
              />
              <Typography variant="caption" color="textSecondary" sx={{ flexShrink: 0 }}>
                {formatFileSize(item.sizeByte)}
              </Typography>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
}
