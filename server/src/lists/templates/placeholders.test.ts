import { describe, expect, it } from 'vitest'
import { knownFieldNames, signatureFields, writePlaceholder } from '#contract/lists/placeholders'
import { cleanHtml } from '../../files/clean-html.ts'
import { fieldsIn, placeholderFaults } from './find-placeholders.ts'
import { renderTemplate, renderText } from './render-template.ts'
import { salutationLine } from './template-data.ts'

const faults = (html: string) =>
  placeholderFaults(html, knownFieldNames).map(({ invalid, values }) => [invalid, values.placeholder, values.line])

describe('placeholders', () => {
  it('are accepted with and without operators', () => {
    expect(
      faults('<p>{{contactSalutation}}</p><p>{{ dossierPickup | addDays: 3 }}, {{todoTitle|setText:Bär & Co}}'),
    ).toEqual([])
    expect(writePlaceholder({ field: 'currentDate', operation: { operator: 'addDays', value: '14' } })).toBe(
      '{{currentDate|addDays:14}}',
    )
  })

  it('that are unknown are reported with line and context', () => {
    const [fault] = placeholderFaults(
      '<h2>Offerte</h2><p>Guten Tag<br>Ihre {{kundennummer}} lautet</p>',
      knownFieldNames,
    )
    expect(fault).toEqual({
      invalid: 'unknownPlaceholder',
      values: { placeholder: '{{kundennummer}}', line: 3, around: 'Ihre {{kundennummer}} lautet' },
    })
    expect(faults('<p>{{}}</p><p>{{__proto__}}</p><p>{{constructor}}</p>')).toEqual([
      ['unknownPlaceholder', '{{}}', 1],
      ['unknownPlaceholder', '{{__proto__}}', 2],
      ['unknownPlaceholder', '{{constructor}}', 3],
    ])
  })

  it('are refused when broken, with a wrong operator, or in a link', () => {
    expect(
      faults('<p>{{currentDate</p><p>}} und {{user<strong>Name</strong>}}</p>').map(([invalid]) => invalid),
    ).toEqual(Array(4).fill('brokenPlaceholder'))
    expect(faults('<p>{{contactFullName|addDays:3}} {{currentDate|addDays:bald}} {{currentDate|times:3}}</p>')).toEqual(
      [
        ['wrongOperator', '{{contactFullName|addDays:3}}', 1],
        ['wrongOperator', '{{currentDate|addDays:bald}}', 1],
        ['wrongOperator', '{{currentDate|times:3}}', 1],
      ],
    )
    expect(faults('<p><a href="https://x.ch/{{userName}}">x</a></p>')[0]?.[0]).toBe('placeholderNotHere')
    expect(placeholderFaults('<p>{{contactFullName}}{{userName}}</p>', signatureFields)).toMatchObject([
      { invalid: 'placeholderNotHere', values: { placeholder: '{{contactFullName}}' } },
    ])
  })

  it('of a text are listed once each', () => {
    expect(fieldsIn('<p>{{currentDate|addDays:1}} {{currentDate}} {{userName}} {{nix}}</p>')).toEqual([
      'currentDate',
      'userName',
    ])
  })
})

describe('rendering', () => {
  const data = {
    contactFullName: 'Bär & <Söhne>',
    contactCompany: null,
    currentDate: '2028-02-27',
    dossierSelfPickup: '2026-03-27T07:30:00.000Z',
    userSignature: '<p>Gruss</p>',
  }

  it('inserts values escaped and formatted values as they are', () => {
    expect(renderTemplate('<p>{{contactFullName}}|{{contactCompany}}</p>{{userSignature}}', data, 'DE')).toBe(
      '<p>Bär &amp; &lt;Söhne&gt;|</p><p>Gruss</p>',
    )
    expect(renderText('Für {{contactFullName}}', data, 'DE')).toBe('Für Bär & <Söhne>')
  })

  it('adds and subtracts calendar days across leap days and clock changes', () => {
    expect(renderTemplate('{{currentDate|addDays:2}} {{currentDate|addDays:3}}', data, 'DE')).toBe(
      '29.02.2028 01.03.2028',
    )
    expect(renderTemplate('{{currentDate|subtractDays:27}}', data, 'DE')).toBe('31.01.2028')
    expect(renderTemplate('{{dossierSelfPickup}} {{dossierSelfPickup|addDays:7}}', data, 'DE')).toBe(
      '27.03.2026 08:30 03.04.2026 08:30',
    )
  })

  it('inserts the given text of setText, escaped', () => {
    expect(renderTemplate('<p>{{todoTitle|setText:A &amp; B}}</p>', data, 'DE')).toBe('<p>A &amp; B</p>')
  })

  it('leaves unknown placeholders and marks examples', () => {
    expect(renderTemplate('<p>{{nix}} {x}</p>', data, 'DE')).toBe('<p>{{nix}} {x}</p>')
    expect(renderTemplate('{{currentDate}}', data, 'FR', new Set(['currentDate']))).toBe('27.02.2028 (exemple)')
  })

  it('does not render placeholders inside values', () => {
    expect(renderTemplate('{{contactFullName}}', { contactFullName: '{{userName}} $&', userName: 'x' }, 'DE')).toBe(
      '{{userName}} $&amp;',
    )
  })
})

describe('the salutation line', () => {
  const person = { legalType: 'NATURAL', salutation: 'MS', title: 'Dr.', surname: 'Frei' } as const
  it('addresses the person in their language', () => {
    expect(salutationLine(person, 'DE')).toBe('Sehr geehrte Frau Dr. Frei')
    expect(salutationLine({ ...person, salutation: 'MR', title: '' }, 'EN')).toBe('Dear Mr Frei')
    expect(salutationLine({ ...person, surname: '' }, 'FR')).toBe('Madame, Monsieur')
    expect(salutationLine({ ...person, legalType: 'LEGAL' }, 'DE')).toBe('Sehr geehrte Damen und Herren')
  })
})

describe('clean HTML', () => {
  it('keeps the formatting of the editor', () => {
    const html =
      '<h2>T</h2><p style="text-align:center"><strong>a</strong> <a href="mailto:a@b.ch">b</a></p>' +
      '<table><tbody><tr><td colspan="2"><p>c</p></td></tr></tbody></table><ul><li><p>d</p></li></ul>' +
      '<img src="data:image/png;base64,AAAA" alt="x" />'
    expect(cleanHtml(html)).toBe(html)
  })

  it.each([
    ['<script>alert(1)</script>', ''],
    ['<p style=" color:red; text-align : right !important">a</p>', '<p style="text-align:right">a</p>'],
    ['<p style="text-align:right;text-align:center">a</p>', '<p style="text-align:center">a</p>'],
    ['<p style="text-align:url(x)">a</p>', '<p>a</p>'],
    [`<p style="${'a:b;'.repeat(20_000)}text-align:left">a</p>`, '<p style="text-align:left">a</p>'],
    ['<p onclick="x()">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<img src="https://spy.example/x.png">', ''],
    ['<img src="data:image/svg+xml;base64,AAAA">', ''],
    ['<img src="x" onerror="alert(1)">', ''],
    ['<img src="/api/image-gallery/%zz"><img src="/api/image-gallery/%E0%A4%A"><img src="/api/image-gallery/%00">', ''],
    ['<p style="background:url(https://x)">a</p>', '<p>a</p>'],
    ['<iframe src="/"></iframe><style>p{}</style><form><input></form>', ''],
    ['<svg><script>1</script></svg>', ''],
    ['<p>{{contactFullName</p><!-- x -->', '<p>{{contactFullName</p>'],
  ])('%s becomes %s', (html, clean) => expect(cleanHtml(html)).toBe(clean))

  it('keeps deep text and refuses excessive nesting or length', () => {
    expect(cleanHtml(`${'<div>'.repeat(900)}a`)).toContain('a')
    for (const html of ['<div>'.repeat(1001), '<b>a</b>'.repeat(25_001)]) {
      expect(() => cleanHtml(html)).toThrow('VALIDATION')
    }
  })
})
