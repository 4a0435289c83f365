import { expect, test } from 'vitest'
import { isPressed } from './shortcuts.ts'

const press = (key: string, ...held: string[]) => ({
  key,
  ctrlKey: held.includes('Ctrl'),
  metaKey: held.includes('Meta'),
  altKey: held.includes('Alt'),
  shiftKey: held.includes('Shift'),
  preventDefault: () => undefined,
})

test.each([
  ['Ctrl+Z', press('z', 'Ctrl'), true],
  ['Ctrl+Z', press('z', 'Meta'), true],
  ['Ctrl+Z', press('z'), false],
  ['Ctrl+Z', press('Z', 'Ctrl', 'Shift'), false],
  ['R', press('r'), true],
  ['R', press('R', 'Shift'), false],
  ['R', press('r', 'Alt'), false],
  ['Shift+R', press('R', 'Shift'), true],
  ['/', press('/', 'Shift'), true],
  ['↑', press('ArrowUp'), true],
  ['Shift+↑', press('ArrowUp'), false],
  ['Alt+PgDn', press('PageDown', 'Alt'), true],
  ['Space', press(' '), true],
  ['Shift+Space', press(' '), false],
  ['Menu', press('ContextMenu'), true],
])('%s', (name, pressed, expected) => {
  expect(isPressed(name, pressed)).toBe(expected)
})
