/**
 * Returns a typed or pasted figure as exact text: `1'234,50` becomes `1234.50`. The unit of the field may stand beside
 * it, as in `12,5 %` or `CHF 1'200.–`. Text with another unit returns undefined.
 */
export function readExact(text: string, unit = ''): string | undefined {
  const bare = withoutUnit(text.replace(/['’\s]/g, ''), unit)
  const figure = bare.replace(/[.,][-–—]{1,2}$/, '').replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(figure) ? figure : undefined
}

function withoutUnit(text: string, unit: string): string {
  const [first = ''] = unit.split('/')
  const names = [unit, ...(first === 'CHF' ? ['SFr.', 'SFr', 'Fr.', 'Fr'] : []), first].filter(
    (name) => name.trim() !== '',
  )
  const lower = text.toLowerCase()
  for (const name of names.map((one) => one.toLowerCase())) {
    if (lower.endsWith(name)) return text.slice(0, -name.length)
    if (lower.startsWith(name)) return text.slice(name.length)
  }
  return text
}

/** Returns the unit of a field from its name: `kg` for `weightInKg`, `CHF/m` for `pricePerMetre`; empty without one. */
export function unitOf(field: string): string {
  const [, measured = ''] = /In(Kg|Cm|Mm)$/.exec(field) ?? []
  const unit = field.startsWith('price') ? 'CHF' : measured.toLowerCase()
  const [, per] = /Per(Metre|SquareMetre)/.exec(field) ?? []
  return unit && per ? `${unit}/${per === 'Metre' ? 'm' : 'm²'}` : unit
}
