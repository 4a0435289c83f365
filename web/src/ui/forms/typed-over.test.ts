import { expect, test } from 'vitest'
import { snapshot, typedOver } from './typed-over.ts'

const sent = { title: 'Ring', rows: [{ name: 'a' }, { name: 'b' }], note: '' }
const saved = {
  title: 'Ring',
  rows: [
    { id: '1', name: 'a' },
    { id: '2', name: 'b' },
  ],
  note: '',
  version: 2,
}

test.each([
  ['nothing', sent, saved],
  ['a field', { ...sent, note: 'neu' }, { ...saved, note: 'neu' }],
  [
    'a field of a new row',
    { ...sent, rows: [{ name: 'a' }, { name: 'bb' }] },
    { ...saved, rows: [saved.rows[0], { id: '2', name: 'bb' }] },
  ],
  ['another row', { ...sent, rows: [...sent.rows, { name: 'c' }] }, { ...saved, rows: [...saved.rows, { name: 'c' }] }],
  ['a row less', { ...sent, rows: [{ name: 'b' }] }, { ...saved, rows: [saved.rows[1]] }],
  ['another order', { ...sent, rows: sent.rows.toReversed() }, { ...saved, rows: saved.rows.toReversed() }],
])('input typed during saving is applied over what was saved: %s', (_, now, expected) => {
  expect(typedOver(saved, sent, now)).toEqual(expected)
})

test('equal rows keep their number', () => {
  const [one, two] = [{ name: 'a' }, { name: 'b' }]
  const made = [1, 2, 3].map((id) => ({ id, name: id === 3 ? 'b' : 'a' }))
  expect(typedOver(made, [one, one, two], [one, one, { name: 'c' }])).toEqual([made[0], made[1], { id: 3, name: 'c' }])
  expect(typedOver(made, [one, one, two], [two, one, one])).toEqual([made[2], made[1], made[0]])
})

test('a snapshot does not follow later changes', () => {
  const file = new File(['a'], 'a.txt')
  const values = { rows: [{ name: 'a', file }] }
  const taken = snapshot(values)
  Object.assign(values.rows[0] ?? {}, { name: 'b' })
  expect(taken).toEqual({ rows: [{ name: 'a', file }] })
  expect(taken.rows[0]?.file).toBe(file)
})
