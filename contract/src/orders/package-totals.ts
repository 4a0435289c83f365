/** Exact totals of all packages of a dossier. */
export interface PackageTotals {
  readonly quantity: number
  readonly weightInKg: string
  readonly volumeInCubicMetres: string
}

interface Measured {
  readonly quantity: number
  readonly widthInCm: string
  readonly depthInCm: string
  readonly heightInCm: string
  readonly weightInKg: string
}

const digits = 6

export function packageTotals(packages: readonly Measured[]): PackageTotals {
  let [quantity, weight, volume] = [0, 0n, 0n]
  for (const one of packages) {
    quantity += one.quantity
    const count = BigInt(one.quantity)
    weight += count * millionths(one.weightInKg)
    volume += count * millionths(one.widthInCm) * millionths(one.depthInCm) * millionths(one.heightInCm)
  }
  // A cubic metre is a million cubic centimetres: six digits more.
  return { quantity, weightInKg: decimal(weight, digits), volumeInCubicMetres: decimal(volume, 3 * digits + 6) }
}

/** Returns `12.5` as 12500000n; text that is no such figure counts as zero. */
function millionths(figure: string): bigint {
  const [, whole = '0', fraction = ''] = /^(\d+)(?:\.(\d*))?$/.exec(figure.trim()) ?? []
  return BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'))
}

function decimal(figure: bigint, digits: number): string {
  const text = figure.toString().padStart(digits + 1, '0')
  const fraction = text.slice(-digits).replace(/0+$/, '')
  return text.slice(0, -digits) + (fraction && `.${fraction}`)
}
