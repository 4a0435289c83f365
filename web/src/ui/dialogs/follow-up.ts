/** Pause in milliseconds before a dialog that follows another. */
export const followUpMs = 500

/** Waits between the answer to a dialog and the next dialog that opens because of it. */
export const followUp = () => new Promise<void>((pass) => setTimeout(pass, followUpMs))
