/** Before a dialog that follows from the answer to another. */
export const followUpMs = 500

/** Passes between the answer to a dialog and the next dialog that opens by itself because of it. */
export const followUp = () => new Promise<void>((pass) => setTimeout(pass, followUpMs))
