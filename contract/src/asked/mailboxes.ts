import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { type Address, read } from './address.ts'

/** Those alone that are disturbed, or that have messages which could not be read. */
const mailboxTroubles = ['BROKEN', 'QUARANTINE'] as const

export const askedMailboxes = (address: Address<'mailbox' | 'trouble'>) => ({
  mailbox: read(Id, address.mailbox),
  trouble: read(z.enum(mailboxTroubles), address.trouble),
})
