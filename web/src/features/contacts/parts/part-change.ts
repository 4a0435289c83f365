/** Errors that the editor of a part handles with a question. */
export const partChange = {
  quiet: ['EMAIL_EXIST', 'PHONENUMBER_EXIST', 'STALE_VERSION'],
} as const
