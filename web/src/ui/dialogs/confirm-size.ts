// In pixels.
export const confirmWidth = 400
/** Of a confirmation that has more to say than one question. */
export const wideConfirmWidth = 600
export const confirmZIndex = 200
