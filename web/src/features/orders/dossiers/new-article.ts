import { z } from 'zod'
import type { CustomerType } from '#contract/contacts/contacts'
import { articleFields, presetDiscount } from '#contract/orders/dossiers'
import type { ArticleValues } from './dossier-values.ts'

const blank: ArticleValues = z.object(articleFields).parse({})

/** Returns a new article with the discount of the customer type. */
export const newArticle = (
  type: CustomerType | null | undefined,
  given: Partial<ArticleValues> = {},
): ArticleValues => ({
  ...blank,
  discount: (type && presetDiscount[type]) ?? null,
  ...given,
})
