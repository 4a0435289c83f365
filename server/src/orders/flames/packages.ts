import Big from 'big.js'
import type { PackagedArticle, ProposedPackage } from '#contract/orders/dossiers'

export interface ArticleToPack {
  readonly productRef: string | null
  readonly productName: string
  readonly quantity: number
}

/** Data of a product that packing needs. */
export interface PackableProduct {
  readonly id: string
  readonly title: string
  readonly weightInKg: string
  readonly pallet: {
    readonly id: string
    readonly title: string
    readonly weightInKg: string
    readonly widthInCm: string
    readonly depthInCm: string
    readonly heightInCm: string
  } | null
}

/**
 * Returns one package per unit of each article whose product has a pallet, with the dimensions of the pallet and the
 * weight of both (section 5 of the specification).
 */
export function packagesOf(articles: readonly ArticleToPack[], products: ReadonlyMap<string, PackableProduct>) {
  const packageInfos: ProposedPackage[] = []
  const explained = articles.map((article): PackagedArticle => {
    const product = article.productRef ? products.get(article.productRef) : undefined
    const pallet = product?.pallet
    const from = packageInfos.length
    if (product && pallet) {
      const row = packageOf(product, pallet)
      for (let unit = 0; unit < article.quantity; unit++) packageInfos.push(row)
    }
    return {
      productRef: article.productRef,
      productName: product?.title ?? article.productName,
      quantity: article.quantity,
      outcome: pallet ? 'PACKAGED' : product ? 'NO_PALLET' : 'NO_PRODUCT',
      pallet: pallet ? { id: pallet.id, title: pallet.title } : null,
      palletWeightInKg: pallet ? decimal(pallet.weightInKg) : null,
      productWeightInKg: product ? decimal(product.weightInKg) : null,
      from,
      to: packageInfos.length,
    }
  })
  return { packageInfos, articles: explained }
}

const packageOf = (product: PackableProduct, pallet: NonNullable<PackableProduct['pallet']>): ProposedPackage => ({
  quantity: 1,
  widthInCm: decimal(pallet.widthInCm),
  depthInCm: decimal(pallet.depthInCm),
  heightInCm: decimal(pallet.heightInCm),
  weightInKg: new Big(pallet.weightInKg).plus(product.weightInKg).toFixed(),
  description: product.title,
  palletRef: pallet.id,
})

/** Removes trailing zeros. */
const decimal = (value: string) => new Big(value).toFixed()
