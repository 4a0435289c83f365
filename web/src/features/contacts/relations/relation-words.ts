import { type ContactRelation, type RelationType, relationTypes } from '#contract/contacts/relations'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** Returns functions for relations as sentences with both names, so that the direction is clear. */
export function useRelationWords() {
  const { t } = useTranslation('relations')
  const sentence = (type: RelationType, name: string, other: string) => t(`sentence.${type}`, { name, other })
  return {
    sentence,
    choices: (name: string, other: string) =>
      relationTypes.map((type) => ({ type, label: sentence(type, name, other) })),
    sentenceOf: ({ type, given, fullName }: Pick<ContactRelation, 'type' | 'given' | 'fullName'>, name: string) =>
      given ? sentence(type, fullName, name) : sentence(type, name, fullName),
  }
}
