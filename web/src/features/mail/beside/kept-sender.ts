/** Under which name what is typed for a new contact outlives a reload. */
export const keptNameOf = (emailId: string) => `new contact of ${emailId}`
