import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { forgetDraft, goOnWith, keepDraft, keptDrafts, useKeptDrafts } from './kept-drafts.ts'
import { messageOf, type Transfer, withSignature, withTemplate } from './transfer.ts'

const message = (transfer: Transfer) => messageOf(transfer)
const keep = (transfer: Transfer, keptRef: string, draftRef: string | null = null, userRef: string | null = null) =>
  keepDraft(message(transfer), { draftRef, userRef, keptRef })

it('a kept draft replaces one with the same subject, under the storage key of the specification', () => {
  keep({ subject: 'Offerte', content: '<p>1</p>', basedOn: 'e1' }, 'a')
  keep({ subject: 'Anderes' }, 'b')
  keep({ subject: 'Offerte', content: '<p>2</p>', basedOn: 'e1' }, 'c')
  expect(keptDrafts().map(({ subject, id }) => [subject, id])).toEqual([
    ['Offerte', 'e1'],
    ['Anderes', null],
  ])
  expect(JSON.parse(localStorage.getItem('drafts') ?? '')[0]).toMatchObject({
    subject: 'Offerte',
    bodyAsHtml: '<p>2</p><p>{{userSignature}}</p>',
    recipients: [],
    contactDocumentRefs: [],
  })
})

it('a draft with a changed subject replaces itself, and is removed when it was sent', () => {
  keep({ subject: 'Eins' }, 'a', 'd1')
  keep({ subject: 'Zwei' }, 'b', 'd1')
  expect(keptDrafts().map(({ subject }) => subject)).toEqual(['Zwei'])
  forgetDraft({ subject: 'Zwei', draftRef: null })
  expect(keptDrafts()).toEqual([])
})

it('messages without a subject are kept side by side, each once, and only the one that was sent is removed', () => {
  keep({ content: '<p>a</p>' }, 'a')
  keep({ content: '<p>b</p>' }, 'b')
  keep({ content: '<p>a, länger</p>' }, 'a')
  const texts = () => keptDrafts().map(({ bodyAsHtml }) => /<p>(.*?)<\/p>/.exec(bodyAsHtml)?.[1])
  expect(texts()).toEqual(['a, länger', 'b'])
  forgetDraft({ subject: '', draftRef: null, keptRef: 'a' })
  expect(texts()).toEqual(['b'])
  forgetDraft({ subject: '', draftRef: 'd2', keptRef: 'c' })
  expect(texts()).toEqual(['b'])
})

it('a draft kept by a former version is replaced when it is continued', () => {
  localStorage.setItem(
    'drafts',
    JSON.stringify([{ subject: '', bodyAsHtml: '<p>alt</p>', userRef: null, draftRef: null }]),
  )
  const [former] = keptDrafts()
  keep({ subject: 'Jetzt mit Betreff' }, former?.keptRef ?? '', 'd3')
  expect(keptDrafts().map(({ subject }) => subject)).toEqual(['Jetzt mit Betreff'])
})

it('a draft is continued as last typed, unless somebody has saved it since', () => {
  const written = message({ subject: 'Eins', content: '<p>1</p>' })
  const draft = { ...written, id: 'd1', version: 3, files: [], updatedAtUtc: '2026-11-27T12:00:00Z' }
  keepDraft(
    { ...written, bodyAsHtml: '<p>1 und 2</p>' },
    { draftRef: 'd1', draftVersion: 3, userRef: null, keptRef: 'e' },
  )
  expect(messageOf(goOnWith(draft))).toEqual({ ...written, bodyAsHtml: '<p>1 und 2</p>' })
  expect(messageOf(goOnWith({ ...draft, version: 4 }))).toEqual(written)
  forgetDraft({ subject: 'Eins', draftRef: 'd1' })
})

it('a draft of another user is neither shown nor removed', () => {
  keep({ subject: 'Eins' }, 'a', null, 'anna')
  keep({ subject: 'Eins' }, 'b')
  forgetDraft({ subject: 'Eins', draftRef: null })
  expect(keptDrafts()).toEqual([])
  expect(JSON.parse(localStorage.getItem('drafts') ?? '')).toMatchObject([{ subject: 'Eins', userRef: 'anna' }])
})

it('a list on the screen follows drafts that are kept and removed', () => {
  const { result } = renderHook(useKeptDrafts)
  act(() => keep({ subject: 'Eins' }, 'a'))
  expect(result.current.map(({ subject }) => subject)).toEqual(['Eins'])
  act(() => forgetDraft({ subject: 'Eins', draftRef: null }))
  expect(result.current).toEqual([])
})

it('a stored value that is no list of drafts counts as none', () => {
  localStorage.setItem('drafts', '{"x":1}')
  expect(keptDrafts()).toEqual([])
})

it('the signature stands between the own text and the quote, unless it is left out', () => {
  expect(messageOf({ content: '<p>a</p>', quote: '<blockquote></blockquote>' }).bodyAsHtml).toBe(
    '<p>a</p><p>{{userSignature}}</p><blockquote></blockquote>',
  )
  expect(messageOf({ content: '<p>a</p>', withoutSignature: true }).bodyAsHtml).toBe('<p>a</p>')
})

it('a template stands above the existing text, and brings its own signature', () => {
  expect(
    withTemplate('<p>T</p><p>{{userSignature}}</p>', '<p></p><p>{{userSignature}}</p><blockquote></blockquote>'),
  ).toBe('<p>T</p><p>{{userSignature}}</p><blockquote></blockquote>')
  expect(
    withTemplate(
      '<p>T</p><p>{{userSignature}}</p><p>PS</p>',
      '<p>a</p><p>{{userSignature}}</p><blockquote></blockquote>',
    ),
  ).toBe('<p>T</p><p>a</p><p>{{userSignature}}</p><p>PS</p><blockquote></blockquote>')
  expect(withTemplate('<p>T</p>', '<p></p><p>{{userSignature}}</p>')).toBe('<p>T</p><p>{{userSignature}}</p>')
  expect(withSignature('<p>a</p><blockquote></blockquote>')).toBe(
    '<p>a</p><p>{{userSignature}}</p><blockquote></blockquote>',
  )

  const answered =
    '<p>Am 1.2.2026 schrieb A &lt;a@b.ch&gt;:</p><blockquote><p>Q</p><blockquote></blockquote></blockquote>'
  const forwarded = '<p>---------- Weitergeleitete Nachricht ----------<br>Von: A</p><p>F</p><blockquote>Q</blockquote>'
  const byHand = '<p>Sie schrieben:</p><blockquote><p>H</p></blockquote><p>a</p>'
  for (const quote of [answered, forwarded]) {
    for (const signature of ['{{userSignature}}', '<p style="text-align: left">{{ userSignature }}</p>']) {
      expect(withTemplate(`<p>T</p>${signature}`, `${byHand}<p>{{userSignature}}</p>${quote}`)).toBe(
        `<p>T</p>${byHand}${signature}${quote}`,
      )
      expect(withTemplate('<p>T</p><p>{{userSignature}}</p>', `<p>a</p>${signature}${quote}`)).toBe(
        `<p>T</p><p>a</p><p>{{userSignature}}</p>${quote}`,
      )
    }
    expect(withTemplate('<p>T</p><p>Gruss<br>{{userSignature}}</p>', `<p>a</p>${quote}`)).toBe(
      `<p>T</p><p>a</p><p>Gruss<br>{{userSignature}}</p>${quote}`,
    )
    expect(withSignature(`<p>a</p>${quote}`)).toBe(`<p>a</p><p>{{userSignature}}</p>${quote}`)
  }
  const answerToForwarded = `<p>A schrieb:</p><blockquote>${forwarded}</blockquote>`
  expect(withSignature(`<p>a</p>${answerToForwarded}`)).toBe(`<p>a</p><p>{{userSignature}}</p>${answerToForwarded}`)
})
