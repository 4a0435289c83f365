import type { Problem } from '@glut/contract/errors'
import { useTranslation } from 'react-i18next'

const known = [
  'contact',
  'product',
  'flame',
  'project',
  'dossier',
  'article',
  'todo',
  'encounter',
  'image_gallery_item',
  'shared_document',
  'contact_document',
] as const
type Known = (typeof known)[number]

/** 'Kontakte (3), Produkte (1)' */
export function useUses() {
  const { t } = useTranslation('masterData')
  return (usedBy: NonNullable<Problem['usedBy']>) =>
    usedBy.map(({ what, count }) => `${t(`uses.${isKnown(what) ? what : 'other'}`)} (${count})`).join(', ')
}

const isKnown = (what: string): what is Known => (known as readonly string[]).includes(what)
