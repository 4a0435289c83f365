import type { TFunction } from 'i18next'
import { formatNumber } from '../../../../ui/text/format.ts'
import type { PackageValues } from '../dossier-values.ts'

export type Measures = Pick<PackageValues, 'widthInCm' | 'depthInCm' | 'heightInCm'>
export type Weighed = Measures & Pick<PackageValues, 'weightInKg'>

const figure = (text: string) => (/^\d+(\.\d+)?$/.test(text) ? formatNumber(text) : text)

/** Formats a size: `120 × 80 × 60 cm` */
export const sizeText = (t: TFunction<'dossiers'>, { widthInCm, depthInCm, heightInCm }: Measures): string =>
  t('packages.size', { width: figure(widthInCm), depth: figure(depthInCm), height: figure(heightInCm) })

/** Formats a package for the clipboard: `2 × 120 × 80 × 60 cm, 85 kg` */
export const packageText = (t: TFunction<'dossiers'>, info: Weighed & { quantity?: number | undefined }): string =>
  t('packages.full', { quantity: info.quantity ?? 1, size: sizeText(t, info), weight: figure(info.weightInKg) })
