import { expect, it } from 'vitest'
import { writingAddresses } from './writing-addresses.ts'

const mail = (id: string, favorite = false) => ({ id, address: `${id}@example.ch`, favorite })

it('the chosen e-mail address comes first, then the favourite, and none comes twice', () => {
  const mails = [mail('a'), mail('b', true), mail('c'), mail('a')]
  expect(writingAddresses(mails)).toEqual(['b@example.ch', 'a@example.ch', 'c@example.ch'])
  expect(writingAddresses(mails, 'c')).toEqual(['c@example.ch', 'b@example.ch', 'a@example.ch'])
})
