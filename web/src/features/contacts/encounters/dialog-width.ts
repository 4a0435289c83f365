/** In pixels. */
export const encounterDialogWidth = 850
