import type { ContactImportSummary, ImportState } from '#contract/contacts/imports'
import { useTranslation } from '../../../i18n/use-translation.ts'

const busyStates: readonly ImportState[] = ['WAITING', 'RUNNING', 'ROLLING_BACK']
export const isBusy = (state: ImportState | undefined): boolean => state !== undefined && busyStates.includes(state)

/** How the state of an import is called; a dry run that is done is not an import that is done. */
export function useStateWord(): (of: Pick<ContactImportSummary, 'state' | 'dryRun'>) => string {
  const { t } = useTranslation('imports')
  return ({ state, dryRun }) => (dryRun && state === 'DONE' ? t('state.tried') : t(`state.${state}`))
}
