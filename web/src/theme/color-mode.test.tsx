import { expect, it, vi } from 'vitest'
import { startColorMode } from './color-mode.ts'

it('a page in dark colours is printed in light ones', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {} }))
  startColorMode()
  const { dataset } = document.documentElement
  expect(dataset.theme).toBe('dark')
  window.dispatchEvent(new Event('beforeprint'))
  expect(dataset.theme).toBe('light')
  window.dispatchEvent(new Event('afterprint'))
  expect(dataset.theme).toBe('dark')
})
