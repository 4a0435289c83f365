interface Packed {
  readonly productRef?: string | null | undefined
  readonly productName?: string | undefined
  readonly quantity?: number | undefined
}

/**
 * Returns the part of the articles that packages are calculated from, independent of their order. A packing list is
 * outdated when this text has changed since.
 */
export const toPack = (articles: readonly Packed[]): string =>
  articles
    .map(({ productRef, productName, quantity }) => `${productRef ?? productName} ${quantity}`)
    .toSorted()
    .join('\n')
