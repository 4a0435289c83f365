/** Returns the URL parameters of a project. */
export const projectKeys = ({ id, taskboardRef }: { id: string; taskboardRef: string }) => ({
  id,
  taskboardId: taskboardRef,
})
