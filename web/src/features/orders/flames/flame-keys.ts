/** Returns the URL parameters of a flame. */
export const flameKeys = ({ id, taskboardRef }: { id: string; taskboardRef: string }) => ({
  id,
  taskboardId: taskboardRef,
})
