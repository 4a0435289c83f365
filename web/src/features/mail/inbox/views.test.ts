import { describe, expect, it } from 'vitest'
import type { EmailSummary } from '#contract/mail/inbox'
import { belongsTo, queryOf, rankOf, usualFilter, withFirstPage } from './views.ts'

const email = (id: string, receivedAtUtc: string, more: Partial<EmailSummary> = {}) =>
  ({
    id,
    receivedAtUtc,
    assigneeRef: null,
    state: 'OPEN',
    direction: 'INCOMING',
    important: false,
    deletedAtUtc: null,
    ...more,
  }) as EmailSummary
const idsOf = (pages: { emails: EmailSummary[] }[]) => pages.map(({ emails }) => emails.map(({ id }) => id))

describe('the kept pages', () => {
  const five = ['5', '4', '3', '2', '1'].map((day) => email(day, `2026-01-0${day}`))
  const pages = [
    { emails: five.slice(0, 2), next: 'after 4' },
    { emails: five.slice(2, 4), next: 'after 2' },
    { emails: five.slice(4), next: null },
  ]
  const rank = rankOf({})

  it('take new messages on top and keep those further down', () => {
    const six = email('6', '2026-01-06')
    const fresh = { emails: [six, ...five.slice(0, 1)], next: 'after 5' }
    expect(idsOf(withFirstPage(pages, fresh, rank))).toEqual([
      ['6', '5'],
      ['4', '3', '2', '1'],
    ])
  })

  it('lose what went, as far down as the first page reaches', () => {
    const fresh = { emails: [five[0], five[2]] as EmailSummary[], next: 'after 3' }
    const now = withFirstPage(pages, fresh, rank)
    expect(idsOf(now)).toEqual([
      ['5', '3'],
      ['2', '1'],
    ])
    expect(now.at(-1)?.next).toBeNull()
  })

  it('end where the first page is all there is', () => {
    expect(idsOf(withFirstPage(pages, { emails: five.slice(0, 1), next: null }, rank))).toEqual([['5']])
  })
})

describe('a changed message', () => {
  it('stays in the lists that it belongs to and in no other', () => {
    const query = queryOf({ ...usualFilter, owner: 'anna' })
    expect(belongsTo(query, email('1', '', { assigneeRef: 'anna' }))).toBe(true)
    expect(belongsTo(query, email('1', '', { assigneeRef: 'bea' }))).toBe(false)
    expect(belongsTo(query, email('1', '', { assigneeRef: 'anna', state: 'CLOSED' }))).toBe(false)
    expect(belongsTo(query, email('1', '', { assigneeRef: 'anna', deletedAtUtc: '2026-01-01' }))).toBe(false)
    expect(belongsTo(queryOf({ ...usualFilter, owner: '-2' }), email('1', ''))).toBe(true)
    expect(belongsTo(queryOf({ ...usualFilter, view: 'BIN' }), email('1', '', { deletedAtUtc: '2026-01-01' }))).toBe(
      true,
    )
    const ofAnna = queryOf({ ...usualFilter, view: 'ALL', contact: 'anna' })
    expect(ofAnna).toEqual({ contactRef: 'anna' })
    expect(belongsTo(ofAnna, email('1', '', { contactRef: 'anna' }))).toBe(true)
    expect(belongsTo(ofAnna, email('1', '', { contactRef: null }))).toBe(false)
  })
})
