/** Returns the relative luminance of a colour (`#rrggbb`) by WCAG: 0 for black, 1 for white. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns black or white, whichever has more contrast to a colour; it is always at least 4.5. */
export const readableOn = (ground: string): '#000000' | '#ffffff' =>
  contrast(ground, '#000000') >= contrast(ground, '#ffffff') ? '#000000' : '#ffffff'
