import { expect, it, vi } from 'vitest'
import { startColorMode } from './color-mode.ts'

it('prints in light colours what is shown in dark ones', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {} }))
  startColorMode()
  const { dataset } = document.documentElement
  expect(dataset.theme).toBe('dark')
  window.dispatchEvent(new Event('beforeprint'))
  expect(dataset.theme).toBe('light')
  window.dispatchEvent(new Event('afterprint'))
  expect(dataset.theme).toBe('dark')
})
