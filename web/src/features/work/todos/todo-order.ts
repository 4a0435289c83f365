import type { Todo } from '#contract/work/todos'

/** Right above or right below another one. */
export type Place = { readonly beforeRef: string } | { readonly afterRef: string }

/** Where the to-do at `from` comes to stand at `to`; where it stands now, as long as the others stay. Undefined for nowhere else. */
export function placeOf(todos: readonly Todo[], from: number, to?: number): Place | undefined {
  if (to === from) return undefined
  const [above, below] = [todos[from - 1], todos[from + 1]]
  if (to === undefined) return above ? { afterRef: above.id } : below && { beforeRef: below.id }
  const onto = todos[to]
  return onto && (to < from ? { beforeRef: onto.id } : { afterRef: onto.id })
}

/** The to-dos with one of them there; as they are where it, or what it is to stand beside, is none of them. */
export function placed(todos: Todo[], id: string, place: Place): Todo[] {
  const moved = todos.find((todo) => todo.id === id)
  const others = todos.filter((todo) => todo !== moved)
  const [beside, step] = 'beforeRef' in place ? [place.beforeRef, 0] : [place.afterRef, 1]
  const at = others.findIndex((todo) => todo.id === beside)
  return moved && at >= 0 ? others.toSpliced(at + step, 0, moved) : todos
}
