import { useSyncExternalStore } from 'react'

export type ColorMode = 'system' | 'light' | 'dark'

const storageKey = 'glut.theme'
const listeners = new Set<() => void>()
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

let mode: ColorMode = 'system'

const scheme = () => (mode === 'system' ? (systemIsDark().matches ? 'dark' : 'light') : mode)

function apply() {
  document.documentElement.dataset.theme = scheme()
  for (const listener of listeners) listener()
}

/** Called before the first paint; works without React, so that the login page has its colours at once. */
export function startColorMode() {
  try {
    const kept = localStorage.getItem(storageKey)
    mode = kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    mode = 'system'
  }
  systemIsDark().addEventListener('change', apply)
  apply()
}

export function setColorMode(next: ColorMode) {
  mode = next
  try {
    localStorage.setItem(storageKey, next)
  } catch {
    // kept for this page only
  }
  apply()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useColorMode = () => useSyncExternalStore(subscribe, () => mode)
export const useColorScheme = () => useSyncExternalStore(subscribe, scheme)
