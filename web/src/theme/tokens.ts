/** All colours of the product: the theme reads them here, and tokens.css is generated from them. */
export const colours = {
  light: {
    background: '#f4f4f2',
    surface: '#ffffff',
    raised: '#ebebe8',
    text: '#1f2124',
    muted: '#5a5e64',
    line: '#d5d5d0',
    outline: '#85888d',
    primary: '#3a3d42',
    onPrimary: '#ffffff',
    accent: '#80621f',
    onAccent: '#ffffff',
    selected: '#f3ead4',
    error: '#b3261e',
    onError: '#ffffff',
    warning: '#8a5300',
    warningFill: '#f6c445',
    onWarningFill: '#2b2000',
    success: '#2e6b34',
    info: '#2b5f8c',
    shared: '#fbe3e0',
  },
  dark: {
    background: '#17181a',
    surface: '#202225',
    raised: '#2b2d31',
    text: '#eceded',
    muted: '#a9adb3',
    line: '#3a3d42',
    outline: '#83878d',
    primary: '#c8cbd0',
    onPrimary: '#1b1c1e',
    accent: '#d9b262',
    onAccent: '#241a04',
    selected: '#3d3522',
    error: '#ff9b92',
    onError: '#3a0905',
    warning: '#f0bb4f',
    warningFill: '#f0bb4f',
    onWarningFill: '#2b2000',
    success: '#8fcf95',
    info: '#92c1ea',
    shared: '#4a2826',
  },
} as const

/** Fonts of typeface.css, with figures of equal width. */
export const font = "'IBM Plex Sans', 'Plex Stand-in', system-ui, sans-serif"
export const radius = 4

/** Returns the text of tokens.css; a test keeps the file equal to it (`vitest -u` rewrites it). */
export function tokensCss() {
  const variables = (scheme: keyof typeof colours) =>
    Object.entries(colours[scheme])
      .map(([name, value]) => `  --${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};\n`)
      .join('')
  return [
    `:root {\n  color-scheme: light;\n  --font: ${font.replaceAll("'", '"')};\n  --radius: ${radius}px;\n${variables('light')}}\n`,
    `:root[data-theme="dark"] {\n  color-scheme: dark;\n${variables('dark')}}\n`,
    'body {\n  margin: 0;\n  background: var(--background);\n  color: var(--text);\n  font: 14px / 1.43 var(--font);\n}\n',
  ].join('\n')
}
