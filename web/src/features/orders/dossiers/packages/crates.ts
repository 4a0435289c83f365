import type { PackageValues } from '../dossier-values.ts'

export interface Crate {
  readonly quantity: number
  /** Width, depth and height in cm. */
  readonly width: number
  readonly depth: number
  readonly height: number
}

export interface PlacedCrate extends Crate {
  /** Lower left corner of the front, in cm within the drawing. */
  readonly x: number
  readonly y: number
}

export interface Drawing {
  readonly crates: readonly PlacedCrate[]
  /** Size of the drawing in cm. */
  readonly width: number
  readonly height: number
  /** Number of sizes not drawn for lack of space. */
  readonly left: number
}

/** Offset to the right and up per cm of depth. */
export const slant = 0.35

const mostSizes = 24

/** Returns the crates to draw: one per size, with its quantity; incomplete sizes are skipped. */
export function cratesOf(packages: readonly PackageValues[]): Crate[] {
  const sizes = new Map<string, Crate>()
  for (const { widthInCm, depthInCm, heightInCm, quantity = 1 } of packages) {
    const [width, depth, height] = [Number(widthInCm), Number(depthInCm), Number(heightInCm)]
    if (!(width > 0 && depth > 0 && height > 0 && quantity > 0)) continue
    const key = `${width} ${depth} ${height}`
    sizes.set(key, { width, depth, height, quantity: (sizes.get(key)?.quantity ?? 0) + quantity })
  }
  return [...sizes.values()]
}

/** Arranges crates in rows of a drawing wider than high, with space for text below each. */
export function placeCrates(crates: readonly Crate[]): Drawing {
  const shown = crates.slice(0, mostSizes)
  const extents = shown.map((crate) => ({
    crate,
    width: crate.width + crate.depth * slant,
    height: crate.height + crate.depth * slant,
  }))
  const largest = Math.max(0, ...extents.flatMap(({ width, height }) => [width, height]))
  const gap = largest * 0.15
  const area = extents.reduce((sum, { width, height }) => sum + (width + gap) * (height + 2 * gap), 0)
  const lineWidth = Math.max(largest + gap, Math.sqrt(area * 2.4))

  const lines: (typeof extents)[] = []
  let used = Number.POSITIVE_INFINITY
  for (const extent of extents) {
    if (used + extent.width > lineWidth) {
      lines.push([])
      used = 0
    }
    lines.at(-1)?.push(extent)
    used += extent.width + gap
  }

  const placed: PlacedCrate[] = []
  let [bottom, right] = [0, 0]
  for (const line of lines) {
    bottom += Math.max(...line.map(({ height }) => height)) + gap * 0.5
    let x = 0
    for (const { crate, width } of line) {
      placed.push({ ...crate, x, y: bottom })
      x += width + gap
    }
    right = Math.max(right, x - gap)
    bottom += gap * 1.5
  }
  return { crates: placed, width: right, height: bottom, left: crates.length - shown.length }
}
