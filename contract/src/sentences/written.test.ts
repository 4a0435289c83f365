import { expect, it } from 'vitest'
import { languages } from '../limits.ts'
import { quoted, unbrokenFrench, withColon } from './written.ts'

it('writes colons and quotation marks as each language does', () => {
  expect(languages.map((language) => withColon(language, 'Note', 'x'))).toEqual(['Note: x', 'Note: x', 'Note\u00a0: x'])
  expect(languages.map((language) => quoted(language, 'x'))).toEqual(['«x»', '“x”', '«\u00a0x\u00a0»'])
  expect(unbrokenFrench('« x » : déjà là ? Oui ; 1 : 2 !')).toBe(
    '«\u00a0x\u00a0»\u00a0: déjà là\u00a0? Oui\u00a0; 1\u00a0: 2\u00a0!',
  )
})
