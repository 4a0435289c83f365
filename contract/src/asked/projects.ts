import { type Address, flag } from './address.ts'

/** Returns the filter for the caller's own due projects or, with `reminder`, for all projects with a past reminder. */
export const askedDueProjects = (address: Address<'reminder'>) =>
  flag(address.reminder) ? { reminderProjects: true } : { own: true, due: true }
