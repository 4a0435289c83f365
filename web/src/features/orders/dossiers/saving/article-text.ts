import { articleFields } from '#contract/orders/dossiers'
import { withColon } from '../../../../i18n/written.ts'
import type { ArticleValues } from '../dossier-values.ts'

type Field = keyof typeof articleFields

/** Fields that form the name of an article; the others are listed by label. */
const first: readonly Field[] = ['quantity', 'productRef', 'productName']
const rest = (Object.keys(articleFields) as Field[]).filter((field) => !first.includes(field))

export const articleName = ({ productName }: ArticleValues): string => productName || '–'

/** Formats all of an article on one line: `2 × Feuerschale, Rabatt in %: 10` */
export function articleText(
  article: ArticleValues,
  labelOf: (field: Field) => string,
  inWords: (field: Field, value: unknown) => string,
): string {
  const others = rest.flatMap((field) => {
    const words = inWords(field, article[field])
    return words ? [withColon(labelOf(field), words)] : []
  })
  return [`${article.quantity} × ${articleName(article)}`, ...others].join(', ')
}
