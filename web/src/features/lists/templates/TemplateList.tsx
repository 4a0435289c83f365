import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import { useState } from 'react'
import type { Template } from '#contract/lists/templates'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { usePlaceholderLabel } from '../../../ui/RichText/use-placeholder-label.ts'
import { SearchField } from '../../../ui/search/SearchField.tsx'
import { finder } from '../../../ui/text/find.ts'
import { compareText } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { readable } from './readable.ts'

interface Props {
  templates: readonly Template[]
  chosen: string | null
  onChoose: (id: string) => void
}

export function TemplateList({ templates, chosen, onChoose }: Props) {
  const { t } = useTranslation('templates')
  const labelOf = usePlaceholderLabel()
  const [wanted, setWanted] = useState('')
  const holds = finder(wanted)
  const shown = templates
    .map(({ id, title, subject }) => ({ id, title, subject: readable(subject, labelOf) }))
    .filter(({ title, subject }) => holds(`${title} ${subject}`))
    .sort((a, b) => compareText(a.title, b.title))
  return (
    <Box component="nav" aria-label={t('title')}>
      <SearchField label={t('search')} value={wanted} onChange={setWanted} sx={{ mb: 2 }} />
      {shown.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {t(templates.length === 0 ? 'empty' : 'noMatch')}
        </Typography>
      ) : (
        <Paper sx={{ maxHeight: { xs: '50dvh', md: 'calc(100dvh - 200px)' }, overflow: 'auto' }}>
          <List disablePadding>
            {shown.map(({ id, title, subject }) => (
              <ListItem key={id} disablePadding>
                <ListItemButton selected={id === chosen} aria-current={id === chosen} onClick={() => onChoose(id)}>
                  <ListItemText
                    primary={title}
                    secondary={subject}
                    slotProps={{ primary: { noWrap: true }, secondary: { noWrap: true } }}
                  />
                </ListItemButton>
              </ListItem>
            ))}
          </List>
        </Paper>
      )}
    </Box>
  )
}
