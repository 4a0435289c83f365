export const flamesPath = '/flames'
export const flamePath = ({ id, taskboardRef }: { id: string; taskboardRef: string }): string =>
  `/flames/${encodeURIComponent(id)}/${encodeURIComponent(taskboardRef)}`
export const newFlamePath = (contactRef: string, taskboardRef: string): string =>
  `/new-flame/${encodeURIComponent(contactRef)}/${encodeURIComponent(taskboardRef)}`
