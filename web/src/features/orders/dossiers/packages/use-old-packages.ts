import { useFormState, useWatch } from 'react-hook-form'
import type { Flame } from '#contract/orders/flames'
import { toPack } from '#contract/orders/packed-articles'
import type { FlameValues } from '../dossier-values.ts'

/** Returns true if the packing list was made for other articles. Rows edited since count as newer. */
export function useOldPackages({ dossier, lacks }: Flame): boolean {
  const [articles, packages] = useWatch<FlameValues, ['dossier.articles', 'dossier.packageInfos']>({
    name: ['dossier.articles', 'dossier.packageInfos'],
  })
  const { dirtyFields } = useFormState<FlameValues>({ name: 'dossier.packageInfos' })
  if (packages.length === 0 || hasTrue(dirtyFields.dossier?.packageInfos)) return false
  const isOld = dossier.packageInfos.length > 0 && lacks.includes('PACKAGES_CURRENT')
  return isOld || toPack(articles) !== toPack(dossier.articles)
}

const hasTrue = (dirty: unknown): boolean =>
  dirty === true || (typeof dirty === 'object' && dirty !== null && Object.values(dirty).some(hasTrue))
