import type { Todo } from '#contract/work/todos'

/** A place directly above or below another to-do. */
export type Place = { readonly beforeRef: string } | { readonly afterRef: string }

/** Returns the place of the to-do at `from` once moved to `to` (default: its current place). Undefined for none. */
export function placeOf(todos: readonly Todo[], from: number, to?: number): Place | undefined {
  if (to === from) return undefined
  const [above, below] = [todos[from - 1], todos[from + 1]]
  if (to === undefined) return above ? { afterRef: above.id } : below && { beforeRef: below.id }
  const onto = todos[to]
  return onto && (to < from ? { beforeRef: onto.id } : { afterRef: onto.id })
}

/** Returns the to-dos with one moved to a place; unchanged if it or its neighbour is missing. */
export function placed(todos: Todo[], id: string, place: Place): Todo[] {
  const moved = todos.find((todo) => todo.id === id)
  const others = todos.filter((todo) => todo !== moved)
  const [beside, step] = 'beforeRef' in place ? [place.beforeRef, 0] : [place.afterRef, 1]
  const at = others.findIndex((todo) => todo.id === beside)
  return moved && at >= 0 ? others.toSpliced(at + step, 0, moved) : todos
}
