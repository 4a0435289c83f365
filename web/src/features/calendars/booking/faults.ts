import { useTranslation } from '../../../i18n/use-translation.ts'
import { Refused } from './call.ts'

/** Returns a function for the message about a failed request; it rethrows errors that are not responses. */
export function useSentences(): (error: unknown) => string {
  const { t } = useTranslation('booking')
  return (error) => {
    if (!(error instanceof Refused)) throw error
    return error.problem.detail ? (error.problem.errors?.[0]?.detail ?? error.message) : t('noAnswer')
  }
}
