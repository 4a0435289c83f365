import { limits } from '#contract/limits'

/** Passes between the answer to a dialog and the next dialog that opens by itself because of it. */
export const followUp = () => new Promise<void>((pass) => setTimeout(pass, limits.followUpDialog))
