import { describe, expect, it } from 'vitest'
import { openFields, speaksOfAttachment } from './own-text.ts'

describe('the text mentions an attachment', () => {
  it.each([
    ['<p>Anbei die Offerte.</p>', true],
    ['<p>Sie finden den Plan <strong>im Anhang</strong>.</p>', true],
    ['<p>See attached.</p>', true],
    ['<p>Vous trouverez le plan ci-joint.</p>', true],
    ['<p>Der Anhänger steht bereit.</p>', false],
    ['<p>Danke</p><blockquote><p>Anbei die Offerte.</p></blockquote>', false],
    ['<p>Danke</p><p>---------- Weitergeleitete E-Mail ----------</p><p>Im Anhang</p>', false],
  ])('%s: %s', (html, speaks) => expect(speaksOfAttachment(html)).toBe(speaks))
})

it('unfilled placeholders are listed once each, without the signature', () => {
  const html = '<p>{{contactSalutation}} {{dossierPickup|addDays:3}}</p><p>{{userSignature}}</p>'
  expect(openFields('{{contactSalutation}}', html)).toEqual(['contactSalutation', 'dossierPickup|addDays:3'])
})
