import { type NamingTable, namingTables, type Problem } from '#contract/errors'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** Returns a function for the usages of an entry: 'Kontakte (3), Produkte (1)' */
export function useUses() {
  const { t } = useTranslation('masterData')
  return (usedBy: NonNullable<Problem['usedBy']>) =>
    usedBy.map(({ what, count }) => `${t(`uses.${isKnown(what) ? what : 'other'}`)} (${count})`).join(', ')
}

const isKnown = (what: string): what is NamingTable => (namingTables as readonly string[]).includes(what)
