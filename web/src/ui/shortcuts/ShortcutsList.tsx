import { useTranslation } from '../../i18n/use-translation.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { Box } from '../layout/Box.tsx'
import { useShownActions } from '../navigation/screen-actions.ts'
import { Typography } from '../text/Typography.tsx'

interface Props {
  onClose: () => void
}

/** The list of shortcuts; it also follows parts of the screen that appear while it is open. */
export function ShortcutsList({ onClose }: Props) {
  const { shortcuts = [] } = useShownActions()
  const { t } = useTranslation('ui')
  const isEverywhere = ({ title }: { title: string }) => title === t('shortcuts.everywhere')
  return (
    <Dialog open title={t('shortcuts.title')} onClose={onClose} width={480}>
      {shortcuts
        .toSorted((a, b) => Number(isEverywhere(b)) - Number(isEverywhere(a)))
        .map((group) => (
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
