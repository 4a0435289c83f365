import { expect, it } from 'vitest'
import type { FlameCard } from '#contract/orders/flames'
import { filtered } from './board-filter.ts'

const card = (id: string, assigneeRef: string | null) =>
  ({ id, assigneeRef, contactName: '', certificateName: '', sapOrdernumber: '' }) as FlameCard

it.each([
  ['none', ['here'], ['nobodys', 'removed']],
  ['here', ['here'], ['mine']],
  // without access to the users, removed assignees are unknown
  ['none', [], ['nobodys']],
])('the assignee %s among the users %j leaves the cards %j', (assignee, users, left) => {
  const cards = [card('mine', 'here'), card('nobodys', null), card('removed', 'gone')]
  const known = new Map(users.map((id) => [id, id]))
  expect(filtered(cards, { assignee }, { now: 0, users: known }).map(({ id }) => id)).toEqual(left)
})
