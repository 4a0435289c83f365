import { expect, test } from 'vitest'
import { concerns, mayHear, readSubject, readTold, shownSubjects, toldText } from './live.ts'
import type { Permission } from './permissions.ts'

test('a change concerns a shown subject whose keys are equal or not given', () => {
  const [shown] = shownSubjects(['flame board=:id'], { id: 'b' })
  if (!shown) throw new Error('nothing is shown')
  const told = (text: string) => readTold(text)[0] ?? { kind: 'files' as const }
  expect(concerns(shown, told('flame flame=f board=b'))).toBe(true)
  expect(concerns(shown, told('flame flame=f board=c'))).toBe(false)
  expect(concerns(shown, told('flame flame=f'))).toBe(true)
  expect(concerns(shown, told('flame'))).toBe(true)
  expect(concerns(shown, told('email email=b'))).toBe(false)
})

test('a shown subject has no key for a parameter that the request did not give', () => {
  expect(shownSubjects(['flame contact=:contactRef'], {})).toEqual([{ kind: 'flame' }])
})

test('a changes header that would be too long names only the kinds of subjects', () => {
  expect(toldText(['a x=1', 'b y=2'])).toBe('a x=1,b y=2')
  const many = Array.from({ length: 500 }, (_, number) => `contact contact=${number}`)
  expect(toldText(many)).toBe('contact')
})

test('the tab that made a change is not a key of the subject', () => {
  expect(readSubject('contact contact=c by=tab')).toEqual({ kind: 'contact', contact: 'c' })
})

test('a personal subject is told only to its person', () => {
  const held = new Set(['EMAIL_READ'] as const)
  const own = readSubject('draft user=anna draft=d')
  if (!own) throw new Error('not read')
  expect(mayHear(own, 'anna', held)).toBe(true)
  expect(mayHear(own, 'beat', held)).toBe(false)
  expect(mayHear(own, 'anna', new Set())).toBe(false)
})

test('presence at a record is told only to users who may read such records', () => {
  const hears = (text: string, ...held: Permission[]) => {
    const subject = readSubject(text)
    return subject !== null && mayHear(subject, 'me', new Set(held))
  }
  expect(hears('presence of=flame record=r', 'FLAME_READ')).toBe(true)
  expect(hears('presence of=flame record=r', 'CONTACT_READ', 'EMAIL_READ')).toBe(false)
  expect(hears('presence of=contact record=r', 'CONTACT_READ')).toBe(true)
  expect(readSubject('presence of=constructor record=r')).toBeNull()
})
