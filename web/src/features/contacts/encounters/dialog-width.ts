/** Width in pixels. */
export const encounterDialogWidth = 850
