export const emailsPath = '/emails'
export const emailPath = (id: string): string => `${emailsPath}/${encodeURIComponent(id)}`
