import { describe, expect, it } from 'vitest'
import { namesDossier, ownHtml, placeholdersLeft } from './placeholders.ts'

describe('a message without the quoted and forwarded parts', () => {
  it.each([
    ['<p>a</p>', '<p>a</p>'],
    ['<p>a</p><blockquote><p>b</p><blockquote>c</blockquote>d</blockquote><p>e</p>', '<p>a</p>|<p>e</p>'],
    ['<p>a</p><blockquote><p>b</p>', '<p>a</p>'],
    ['<p>a</p><p>---------- Weitergeleitete E-Mail ----------<br>b</p>', '<p>a</p><p>--'],
  ])('%s', (html, own) => expect(ownHtml(html).replaceAll('</blockquote>', '|')).toBe(own))
})

describe('placeholders left unfilled', () => {
  it('are listed once each; the signature counts as left only in the subject', () => {
    const text = '{{dossierPickup}} {{ dossierPickup }} {{userSignature}} {{Hallo}} {{dossierPickup|addDays:x}}'
    const left = placeholdersLeft('{{userSignature}}', text)
    expect(left).toEqual(['userSignature', 'dossierPickup', 'Hallo', 'dossierPickup|addDays:x'])
  })
})

it.each([
  ['am {{dossierDelivery|addDays:3}}', true],
  ['am {{ dossierPaymentPeriod }}', true],
  ['am {{currentDate}}, {{dossier}}', false],
])('%s contains a placeholder of the dossier: %s', (text, names) => expect(namesDossier(text)).toBe(names))
