export const emailsPath = '/emails'
/** `owner` is a user, or -2 for unassigned and -99 for all. */
export const emailOfOwnerPath = (owner: string, id: string): string =>
  `${emailsPath}/${encodeURIComponent(owner)}/${encodeURIComponent(id)}`
export const emailPath = (id: string): string => `${emailsPath}/${encodeURIComponent(id)}`
