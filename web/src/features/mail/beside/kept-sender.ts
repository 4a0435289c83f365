/** Returns the name that the input for a new contact is stored under. */
export const keptNameOf = (emailId: string) => `new contact of ${emailId}`
