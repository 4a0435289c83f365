import { expect, it } from 'vitest'
import { clockTime } from './ClockTimeField.tsx'

it.each([
  ['8', '08:00'],
  ['830', '08:30'],
  ['8.30', '08:30'],
  ['17h15', '17:15'],
  ['08:30', '08:30'],
  ['bald', 'bald'],
  ['', ''],
])('reads %s as %s', (typed, read) => expect(clockTime(typed)).toBe(read))
