import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useRowKeys } from './use-row-keys.ts'

it('rows keep their keys when the form is reset, rows are moved or a new row is saved', () => {
  const { result, rerender } = renderHook(useRowKeys, {
    initialProps: [{ key: 'a', id: '1' }, { key: 'b', id: '2' }, { key: 'c' }],
  })
  expect(result.current).toEqual(['a', 'b', 'c'])
  rerender([{ key: 'b', id: '2' }, { key: 'a', id: '1' }, { key: 'c' }])
  expect(result.current).toEqual(['b', 'a', 'c'])
  rerender([
    { key: 'd', id: '2' },
    { key: 'e', id: '1' },
    { key: 'f', id: '3' },
  ])
  expect(result.current).toEqual(['b', 'a', 'c'])
  rerender([{ key: 'g', id: '3' }, { key: 'h' }])
  expect(result.current).toEqual(['c', 'h'])
})
