import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'

/** A panel for a change history, loaded on demand. */
export function HistoryPanel({ children }: { children: ReactNode }) {
  const { t } = useTranslation('history')
  const [shown, setShown] = useState(false)
  return (
    <Panel
      title={t('title')}
      action={
        <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
          {t(shown ? 'hide' : 'show')}
        </Button>
      }
    >
      {shown && <Box sx={{ pt: 1 }}>{children}</Box>}
    </Panel>
  )
}
