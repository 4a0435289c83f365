/** What the address of a flame is made of. */
export const flameKeys = ({ id, taskboardRef }: { id: string; taskboardRef: string }) => ({
  id,
  taskboardId: taskboardRef,
})
