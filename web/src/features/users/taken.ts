/** What somebody else has already, by the field in which it was typed. */
export const takenAt = { EMAIL_EXIST: 'email', PHONENUMBER_EXIST: 'phoneNumber' } as const
export const takenCodes = ['EMAIL_EXIST', 'PHONENUMBER_EXIST'] as const
