import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { forgetDraft, keepDraft, keptDrafts, useKeptDrafts } from './kept-drafts.ts'
import { messageOf, type Transfer, withSignature, withTemplate } from './transfer.ts'

const message = (transfer: Transfer) => messageOf(transfer)

it('a draft takes the place of one with the same subject, in the key of the specification', () => {
  keepDraft(message({ subject: 'Offerte', content: '<p>1</p>', basedOn: 'e1' }), null, null)
  keepDraft(message({ subject: 'Anderes' }), null, null)
  keepDraft(message({ subject: 'Offerte', content: '<p>2</p>', basedOn: 'e1' }), null, null)
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

it('a draft whose subject changes is one and the same, and goes when it was sent', () => {
  keepDraft(message({ subject: 'Eins' }), 'd1', null)
  keepDraft(message({ subject: 'Zwei' }), 'd1', null)
  expect(keptDrafts().map(({ subject }) => subject)).toEqual(['Zwei'])
  forgetDraft('Zwei', null)
  expect(keptDrafts()).toEqual([])
})

it('a draft of somebody else stays theirs', () => {
  keepDraft(message({ subject: 'Eins' }), null, 'anna')
  keepDraft(message({ subject: 'Eins' }), null, null)
  forgetDraft('Eins', null)
  expect(keptDrafts()).toEqual([])
  expect(JSON.parse(localStorage.getItem('drafts') ?? '')).toMatchObject([{ subject: 'Eins', userRef: 'anna' }])
})

it('a list on the screen follows what is kept and forgotten', () => {
  const { result } = renderHook(useKeptDrafts)
  act(() => keepDraft(message({ subject: 'Eins' }), null, null))
  expect(result.current.map(({ subject }) => subject)).toEqual(['Eins'])
  act(() => forgetDraft('Eins', null))
  expect(result.current).toEqual([])
})

it('what is no list of drafts is none', () => {
  localStorage.setItem('drafts', '{"x":1}')
  expect(keptDrafts()).toEqual([])
})

it('the signature stands below the own text and above the quote, unless it is not wanted', () => {
  expect(messageOf({ content: '<p>a</p>', quote: '<blockquote></blockquote>' }).bodyAsHtml).toBe(
    '<p>a</p><p>{{userSignature}}</p><blockquote></blockquote>',
  )
  expect(messageOf({ content: '<p>a</p>', withoutSignature: true }).bodyAsHtml).toBe('<p>a</p>')
})

it('a template stands above what is there, and brings its own signature', () => {
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
})
