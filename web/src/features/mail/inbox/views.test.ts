import { describe, expect, it } from 'vitest'
import { queryOf, usualFilter } from '#contract/mail/email-question'
import type { EmailSummary } from '#contract/mail/emails'
import { belongsTo } from './views.ts'

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

describe('a changed message', () => {
  it('belongs to the lists whose filter it matches, and to no others', () => {
    const query = queryOf({ ...usualFilter, owner: 'anna' })
    expect(belongsTo(query, email('1', '', { assigneeRef: 'anna' }))).toBe(true)
    expect(belongsTo(query, email('1', '', { assigneeRef: 'bea' }))).toBe(false)
    expect(belongsTo(query, email('1', '', { assigneeRef: 'anna', state: 'CLOSED' }))).toBe(false)
    expect(belongsTo(query, email('1', '', { assigneeRef: 'anna', deletedAtUtc: '2026-01-01' }))).toBe(false)
    expect(belongsTo(queryOf({ ...usualFilter, owner: '-2' }), email('1', ''))).toBe(true)
    expect(belongsTo(queryOf({ ...usualFilter, view: 'BIN' }), email('1', '', { deletedAtUtc: '2026-01-01' }))).toBe(
      true,
    )
    const mine = queryOf({ ...usualFilter, owner: 'anna' }, ['bea'])
    expect(mine.assigneeRefs).toEqual(['anna', 'bea'])
    expect(belongsTo(mine, email('1', '', { assigneeRef: 'bea' }))).toBe(true)
    const ofAnna = queryOf({ ...usualFilter, view: 'ALL', contact: 'anna' })
    expect(ofAnna).toEqual({ contactRef: 'anna' })
    expect(belongsTo(ofAnna, email('1', '', { contactRef: 'anna' }))).toBe(true)
    expect(belongsTo(ofAnna, email('1', '', { contactRef: null }))).toBe(false)
  })
})
