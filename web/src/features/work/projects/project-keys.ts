/** What the address of a project is made of. */
export const projectKeys = ({ id, taskboardRef }: { id: string; taskboardRef: string }) => ({
  id,
  taskboardId: taskboardRef,
})
