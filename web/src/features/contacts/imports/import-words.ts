import type { ContactImportSummary, ImportState } from '#contract/contacts/imports'
import { useTranslation } from '../../../i18n/use-translation.ts'

const busyStates: readonly ImportState[] = ['WAITING', 'RUNNING', 'ROLLING_BACK']
export const isBusy = (state: ImportState | undefined): boolean => state !== undefined && busyStates.includes(state)

/** Returns a function for the state of an import; a finished dry run has its own name. */
export function useStateWord(): (of: Pick<ContactImportSummary, 'state' | 'dryRun'>) => string {
  const { t } = useTranslation('imports')
  return ({ state, dryRun }) => (dryRun && state === 'DONE' ? t('state.tried') : t(`state.${state}`))
}
