import AddTaskIcon from '@mui/icons-material/AddTask'
import { useState } from 'react'
import type { Flame } from '#contract/orders/flames'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { useGo } from '../../../ui/navigation/screens.ts'
import { PresentPeople } from '../../together/presence/PresentPeople.tsx'
import { usePresence } from '../../together/presence/use-presence.ts'
import { PackageDialog } from '../../work/todos/PackageDialog.tsx'
import { TodoList } from '../../work/todos/TodoList.tsx'
import { flameKeys } from '../flames/flame-keys.ts'
import { PutAwayBanner } from './header/PutAwayBanner.tsx'
import { StepFact } from './header/StepFact.tsx'

/** The to-dos of a flame, with a link to its dossier. */
export function FlameTodos({ flame }: { flame: Flame }) {
  const { t } = useTranslation('todos')
  const { t: dossiers } = useTranslation('dossiers')
  const { t: contacts } = useTranslation('contacts')
  const may = useMay()
  const go = useGo()
  const { others } = usePresence('flame', flame.id)
  const [choosing, setChoosing] = useState(false)
  const { fullName, customerType } = flame.dossier.contact
  const type = customerType ? contacts(`customerType.${customerType}`) : dossiers('unknownType')
  const readOnly = flame.deletedUtc !== null || flame.archivedUtc !== null
  useScreenActions({ title: dossiers('title', { name: fullName, type }) })
  return (
    <Box sx={{ maxWidth: 900 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <StepFact flame={flame} withStep />
        <PresentPeople others={others} />
      </Box>
      <PutAwayBanner flame={flame} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, my: 3 }}>
        <Button variant="outlined" onClick={() => go('flame', flameKeys(flame))}>
          {t('toDossier')}
        </Button>
        {may('TODO_CREATE') && !readOnly && (
          <Button variant="outlined" startIcon={<AddTaskIcon />} onClick={() => setChoosing(true)}>
            {t('package.action')}
          </Button>
        )}
      </Box>
      {may('TODO_READ') && <TodoList type="FLAME" refId={flame.id} readOnly={readOnly} />}
      {choosing && <PackageDialog refId={flame.id} onClose={() => setChoosing(false)} />}
    </Box>
  )
}
