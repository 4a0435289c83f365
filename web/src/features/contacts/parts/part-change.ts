/** The refusals that the editor of a part answers with a question. */
export const partChange = {
  quiet: ['EMAIL_EXIST', 'PHONENUMBER_EXIST', 'STALE_VERSION'],
} as const
