import { describe, expect, it } from 'vitest'
import { backTo, enter } from './page-history.ts'

describe('the pages behind', () => {
  it('start over on entering any page except a task or a contact', () => {
    expect(enter(['/emails/1/2'], '/contacts/1', '/contactSearch')).toEqual([])
    expect(enter(['/a', '/b'], '/contacts/1', '/users')).toEqual([])
    expect(enter([], '/contacts/1', '/contacts')).toEqual([])
  })

  it('grow on entering a contact or a task', () => {
    expect(enter([], '/contactSearch', '/contacts/1')).toEqual(['/contactSearch'])
    expect(enter(['/contactSearch'], '/contacts/1', '/flames/7/8')).toEqual(['/contactSearch', '/contacts/1'])
    expect(enter([], '/contactSearch', '/contacts/new?phoneNumber=1')).toEqual(['/contactSearch'])
  })

  it('leave out the form in which a contact or a flame was added', () => {
    expect(enter(['/contactSearch'], '/contacts/new?phoneNumber=1', '/contacts/1')).toEqual(['/contactSearch'])
    expect(enter(['/contacts/1'], '/new-flame/1/2?step=3', '/flames/7/2')).toEqual(['/contacts/1'])
  })

  it('shrink on going back', () => {
    expect(enter(['/contactSearch', '/contacts/1'], '/contacts/2', '/contacts/1')).toEqual(['/contactSearch'])
    expect(enter(['/users?tab=roles'], '/contacts/2', '/users')).toEqual([])
  })

  it('stay as they are on the same page, and are empty on the first page', () => {
    expect(enter(['/emails'], '/contacts/1', '/contacts/1?tab=history')).toEqual(['/emails'])
    expect(enter([], undefined, '/contacts/1')).toEqual([])
  })
})

it.each([
  ['/flames/7/8', 'task'],
  ['/flames/7/8/todos', 'task'],
  ['/projects/7/8', 'task'],
  ['/flames', 'overview'],
  ['/emails', 'email'],
  ['/emails/1?x=1', 'email'],
  ['/contacts/1', 'contact'],
  ['/contacts', 'overview'],
  ['/contactSearch', 'overview'],
] as const)('the button that goes back to %s says %s', (page, name) => {
  expect(backTo(page)).toBe(name)
})
