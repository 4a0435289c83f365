import { inBrowser } from '../state/storage.ts'
import { createStore, useStore } from '../state/store.ts'

export type ColorMode = 'system' | 'light' | 'dark'

const storageKey = 'glut.theme'
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

type Scheme = 'light' | 'dark'
const chosen = createStore<{ mode: ColorMode; scheme: Scheme }>({ mode: 'system', scheme: 'light' })

function apply(mode: ColorMode) {
  show(mode, mode === 'system' ? (systemIsDark().matches ? 'dark' : 'light') : mode)
}

function show(mode: ColorMode, scheme: Scheme) {
  document.documentElement.dataset.theme = scheme
  chosen.set({ mode, scheme })
}

/** Sets the colours before the first paint, without React, so that the login page has them at once. */
export function startColorMode() {
  const kept = inBrowser.read(storageKey)
  systemIsDark().addEventListener('change', () => apply(chosen.get().mode))
  // prints are always light
  window.addEventListener('beforeprint', () => show(chosen.get().mode, 'light'))
  window.addEventListener('afterprint', () => apply(chosen.get().mode))
  apply(kept === 'light' || kept === 'dark' ? kept : 'system')
}

export function setColorMode(next: ColorMode) {
  inBrowser.write(storageKey, next)
  apply(next)
}

export const useColorMode = () => useStore(chosen, ({ mode }) => mode)
export const useColorScheme = () => useStore(chosen, ({ scheme }) => scheme)
