import type { DuplicateReason } from '#contract/contacts/duplicates'
import { formatPhone } from '#contract/contacts/phone-format'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatDate } from '../../../ui/dates/parse-date.ts'

/** Returns functions for the reasons of a possible duplicate. */
export function useReasonWords() {
  const { t } = useTranslation('duplicates')
  const sentence = ({ code, values }: DuplicateReason) => {
    const shown = (value: string | undefined) => (code === 'PHONE' ? formatPhone(value ?? '') : (value ?? ''))
    const [one, other] = [shown(values.one), shown(values.other)]
    const both = one === other ? one : t('list.and', { one, other })
    return t(`reason.${code}`, { ...values, both, date: formatDate(values.date ?? '') })
  }
  const speaksAgainst = ({ code }: DuplicateReason) => code.startsWith('OTHER_')
  return {
    sentence,
    /** Returns a sentence for each reason in favour, and one for all reasons against. */
    sentences: (reasons: readonly DuplicateReason[]): string[] => {
      const against = reasons.filter(speaksAgainst).map(sentence)
      return [
        ...reasons.filter((reason) => !speaksAgainst(reason)).map(sentence),
        ...(against.length > 0 ? [t('against', { what: against.join(', ') })] : []),
      ]
    },
  }
}
