import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { type Address, read } from './address.ts'

/** Filters of the mailbox list: with a broken connection, or with messages in quarantine. */
const mailboxTroubles = ['BROKEN', 'QUARANTINE'] as const

export const askedMailboxes = (address: Address<'mailbox' | 'trouble'>) => ({
  mailbox: read(Id, address.mailbox),
  trouble: read(z.enum(mailboxTroubles), address.trouble),
})
