import { expect, it } from 'vitest'
import { languages } from '../limits.ts'
import { quoted, withColon } from './written.ts'

it('writes colons and quotation marks as each language does', () => {
  expect(languages.map((language) => withColon(language, 'Note', 'x'))).toEqual(['Note: x', 'Note: x', 'Note : x'])
  expect(languages.map((language) => quoted(language, 'x'))).toEqual(['«x»', '“x”', '« x »'])
})
