import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Dialog } from './Dialog.tsx'
import type { ShortcutGroup } from './screen-actions.ts'

export function ShortcutsList({ groups, onClose }: { groups: readonly ShortcutGroup[]; onClose: () => void }) {
  const { t } = useTranslation('ui')
  const everywhere: ShortcutGroup = {
    title: t('shortcuts.everywhere'),
    shortcuts: [
      { keys: ['Ctrl+K', '/'], label: t('shortcuts.search') },
      { keys: ['Ctrl+S'], label: t('shortcuts.save') },
      { keys: ['Esc'], label: t('shortcuts.close') },
      { keys: ['?'], label: t('shortcuts.help') },
    ],
  }
  const table: ShortcutGroup = {
    title: t('shortcuts.table'),
    shortcuts: [
      { keys: ['↑', '↓', '←', '→'], label: t('shortcuts.move') },
      { keys: ['Home', 'End'], label: t('shortcuts.edges') },
      { keys: ['Ctrl+Home', 'Ctrl+End'], label: t('shortcuts.corners') },
      { keys: ['PgUp', 'PgDn'], label: t('shortcuts.page') },
      { keys: ['Enter'], label: t('shortcuts.open') },
      { keys: ['Space'], label: t('shortcuts.select') },
      { keys: ['Shift+F10'], label: t('shortcuts.menu') },
    ],
  }

  return (
    <Dialog open title={t('shortcuts.title')} onClose={onClose} width={480}>
      {[everywhere, ...groups, table].map((group) => (
        <Box key={group.title} component="section" sx={{ mb: 3 }}>
          <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
            {group.title}
          </Typography>
          <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: 1, m: 0 }}>
            {group.shortcuts.map(({ keys, label }) => (
              <Box key={label} sx={{ display: 'contents' }}>
                <Typography component="dt" variant="body2">
                  {label}
                </Typography>
                <Box component="dd" sx={{ m: 0, display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
                  {keys.map((key) => (
                    <Key key={key} name={key} />
                  ))}
                </Box>
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Dialog>
  )
}

function Key({ name }: { name: string }) {
  return (
    <Box
      component="kbd"
      sx={{ px: 1.5, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.default', fontSize: 12 }}
    >
      {name}
    </Box>
  )
}
