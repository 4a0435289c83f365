import { type Address, flag } from './address.ts'

/** What is due of one's own, or everybody's projects whose reminder has come. */
export const askedDueProjects = (address: Address<'reminder'>) =>
  flag(address.reminder) ? { reminderProjects: true } : { own: true, due: true }
