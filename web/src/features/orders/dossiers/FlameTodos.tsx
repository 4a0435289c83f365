import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import type { Flame } from '#contract/orders/flames'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useScreenActions } from '../../../ui/screen-actions.ts'
import { useGo } from '../../../ui/screens.ts'
import { flameKeys } from '../flames/flame-keys.ts'
import { PutAwayBanner } from './header/PutAwayBanner.tsx'
import { StepFact } from './header/StepFact.tsx'

/** The to-dos of a flame, with the way to its dossier. */
export function FlameTodos({ flame }: { flame: Flame }) {
  const { t } = useTranslation('dossiers')
  const { t: contacts } = useTranslation('contacts')
  const go = useGo()
  const { fullName, customerType } = flame.dossier.contact
  const type = customerType ? contacts(`customerType.${customerType}`) : t('unknownType')
  useScreenActions({ title: t('title', { name: fullName, type }) })
  return (
    <>
      <StepFact flame={flame} />
      <PutAwayBanner flame={flame} />
      <EmptyState
        title={t('todos.none')}
        action={
          <Button variant="outlined" onClick={() => go('flame', flameKeys(flame))}>
            {t('todos.toDossier')}
          </Button>
        }
      />
    </>
  )
}
