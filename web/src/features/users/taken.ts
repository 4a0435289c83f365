/** What somebody else has already, by the field in which it was typed. */
export const takenAt = { EMAIL_EXIST: 'email', PHONENUMBER_EXIST: 'phoneNumber' } as const
export const takenCodes = Object.keys(takenAt) as (keyof typeof takenAt)[]
