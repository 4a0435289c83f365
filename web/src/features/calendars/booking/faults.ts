import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/client.ts'

/** What a customer reads of a call that failed; what is no answer of the server is thrown on. */
export function useSentences(): (error: unknown) => string {
  const { t } = useTranslation('booking')
  return (error) => {
    if (!(error instanceof ApiError)) throw error
    return error.isSilent ? t('noAnswer') : (error.errors?.[0]?.detail ?? error.message)
  }
}
