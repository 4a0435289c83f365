import type { PackageValues } from '../dossier-values.ts'

export interface ComparedPackage {
  readonly change: 'SAME' | 'NEW' | 'GONE'
  readonly quantity: number
  readonly info: PackageValues
}

/** Counts the packages of each size, weight and text that stay, are added or removed. */
export function comparePackages(
  present: readonly PackageValues[],
  proposed: readonly PackageValues[],
): ComparedPackage[] {
  const sorts = new Map<string, { info: PackageValues; present: number; proposed: number }>()
  const count = (side: 'present' | 'proposed', rows: readonly PackageValues[]) => {
    for (const info of rows) {
      const key = sortOf(info)
      const sort = sorts.get(key) ?? { info, present: 0, proposed: 0 }
      sort[side] += info.quantity ?? 1
      sorts.set(key, sort)
    }
  }
  count('present', present)
  count('proposed', proposed)
  return [...sorts.values()].flatMap(({ info, present, proposed }) => {
    const stays = Math.min(present, proposed)
    const counts = { SAME: stays, GONE: present - stays, NEW: proposed - stays }
    return (['SAME', 'GONE', 'NEW'] as const).flatMap((change) =>
      counts[change] > 0 ? [{ change, quantity: counts[change], info }] : [],
    )
  })
}

const sortOf = ({ widthInCm, depthInCm, heightInCm, weightInKg, description }: PackageValues) =>
  [...[widthInCm, depthInCm, heightInCm, weightInKg].map(Number), description ?? ''].join(' ')
