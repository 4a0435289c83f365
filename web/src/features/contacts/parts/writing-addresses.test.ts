import { expect, it } from 'vitest'
import { writingAddresses } from './writing-addresses.ts'

const mail = (id: string, favorite = false) => ({ id, address: `${id}@example.ch`, favorite })

it('the address that is chosen comes first, then the favourite; none twice', () => {
  const mails = [mail('a'), mail('b', true), mail('c'), mail('a')]
  expect(writingAddresses(mails)).toEqual(['b@example.ch', 'a@example.ch', 'c@example.ch'])
  expect(writingAddresses(mails, 'c')).toEqual(['c@example.ch', 'b@example.ch', 'a@example.ch'])
})
