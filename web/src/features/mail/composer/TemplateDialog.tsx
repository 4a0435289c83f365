import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { type Template, templateApi } from '#contract/lists/templates'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { usePlaceholderLabel } from '../../../ui/RichText/use-placeholder-label.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { finder } from '../../../ui/text/find.ts'
import { shownSubject } from './subject-gaps.ts'

interface Props {
  onChoose: (template: Template) => void
  onClose: () => void
}

export function TemplateDialog({ onChoose, onClose }: Props) {
  const { t } = useTranslation('composer')
  const labelOf = usePlaceholderLabel()
  const [text, setText] = useState('')
  const list = useApi(templateApi.list, {}, { quiet: true })
  const holds = finder(text)
  const found = list.data?.filter(({ title, subject }) => holds(`${title} ${subject}`))
  return (
    <Dialog open title={t('template.title')} width={560} onClose={onClose}>
      <TextField
        type="search"
        label={t('template.search')}
        autoFocus
        fullWidth
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || text.trim() === '' || !found?.[0]) return
          event.preventDefault()
          onChoose(found[0])
        }}
        sx={{ mt: 1 }}
      />
      {/* fixed height, so that nothing moves while the user types */}
      <Box sx={{ height: 'min(340px, 50dvh)', overflow: 'auto' }}>
        {list.error && <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />}
        {!list.error && !found && <SkeletonLines lines={6} />}
        {found?.length === 0 && <EmptyState title={t('template.none')} />}
        {found && found.length > 0 && (
          <List aria-label={t('template.title')}>
            {found.map((template) => (
              <li key={template.id}>
                <ListItemButton onClick={() => onChoose(template)}>
                  <ListItemText primary={template.title} secondary={shownSubject(template.subject, labelOf)} />
                </ListItemButton>
              </li>
            ))}
          </List>
        )}
      </Box>
    </Dialog>
  )
}
