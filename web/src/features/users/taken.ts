/** Form fields by error code for values that are in use. */
export const takenAt = { EMAIL_EXIST: 'email', PHONENUMBER_EXIST: 'phoneNumber' } as const
export const takenCodes = Object.keys(takenAt) as (keyof typeof takenAt)[]
