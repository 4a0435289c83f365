interface Packed {
  readonly productRef?: string | null | undefined
  readonly productName?: string | undefined
  readonly quantity?: number | undefined
}

/** What packages are calculated from, whatever its order: a packing list is older than articles that differ in this. */
export const toPack = (articles: readonly Packed[]): string =>
  articles
    .map(({ productRef, productName, quantity }) => `${productRef ?? productName} ${quantity}`)
    .toSorted()
    .join('\n')
