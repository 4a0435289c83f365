import { expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

it.each([
  ['UTF-8', utf8('Grösse')],
  ['UTF-8 with its mark', utf8('\ufeffGrösse')],
  ['UTF-16', Uint8Array.from(Buffer.from('\ufeffGrösse', 'utf16le'))],
  ['UTF-16 the other way round', Uint8Array.from(Buffer.from('\ufeffGrösse', 'utf16le').swap16())],
  ['Windows-1252', Uint8Array.from(Buffer.from('Grösse', 'latin1'))],
])('decodes %s', (_, bytes) => {
  expect(decodeText(bytes)).toBe('Grösse')
})

it('decodes UTF-8 that ends within a letter', () => {
  expect(decodeText(utf8('Grösse für').slice(0, -2))).toBe('Grösse f')
})
