// In pixels.
export const confirmWidth = 400
/** Width of a confirmation with more than a short question. */
export const wideConfirmWidth = 600
export const confirmZIndex = 200
