import { useTranslation } from '../../../i18n/use-translation.ts'
import { Refused } from './call.ts'

/** What a customer reads of a call that failed; what is no answer of the server is thrown on. */
export function useSentences(): (error: unknown) => string {
  const { t } = useTranslation('booking')
  return (error) => {
    if (!(error instanceof Refused)) throw error
    return error.problem.detail ? (error.problem.errors?.[0]?.detail ?? error.message) : t('noAnswer')
  }
}
