import { useCallback } from 'react'
import { parsePlaceholder } from '#contract/lists/placeholders'
import { useTranslation } from '../../i18n/use-translation.ts'

/** Returns a function for the label of a placeholder, such as 'Heutiges Datum + 14 Tage'. */
export function usePlaceholderLabel() {
  const { t } = useTranslation('richText')
  return useCallback(
    (inner: string) => {
      const read = parsePlaceholder(inner)
      if (typeof read === 'string') return inner.trim()
      const name = t(`field.${read.field}`)
      return read.operation
        ? t(`chip.${read.operation.operator}`, {
            name,
            count: Number(read.operation.value),
            value: read.operation.value,
          })
        : name
    },
    [t],
  )
}
