import type { RelationGraph } from '#contract/contacts/relations'
import type { Ctx } from '../../http/context.ts'
import { assertContact } from '../contacts.ts'
import { type Edge, selectEdges, selectNames } from './relations.queries.ts'

/** Largest number of neighbours that can be told apart in the drawing. */
const nearest = 12
const beyondEach = 3

/** Errors: NOT_FOUND. */
export async function relationGraph(ctx: Ctx, id: string): Promise<RelationGraph> {
  await assertContact(ctx, id)
  const near = await selectEdges(ctx.db, [id], 500)
  const all = othersOf([id], near)
  const neighbours = all.slice(0, nearest)
  const far = neighbours.length > 0 ? await selectEdges(ctx.db, neighbours, 2000) : []
  const distances = new Map([[id, 0], ...neighbours.map((one) => [one, 1] as const)])
  let more = all.length > nearest
  for (const neighbour of neighbours) {
    const around = far.filter(({ contactRef, otherRef }) => contactRef === neighbour || otherRef === neighbour)
    const beyond = othersOf([neighbour], around).filter((one) => !distances.has(one))
    for (const one of beyond.slice(0, beyondEach)) distances.set(one, 2)
    more ||= beyond.length > beyondEach
  }
  const names = await selectNames(ctx.db, [...distances.keys()])
  return {
    nodes: [...distances].flatMap(([contactRef, distance]) => {
      const found = names.get(contactRef)
      return found ? [{ contactRef, fullName: found.fullName, legalType: found.legalType, distance }] : []
    }),
    edges: distinct([...near, ...far]).filter(
      ({ contactRef, otherRef }) => distances.has(contactRef) && distances.has(otherRef),
    ),
    more,
  }
}

/** Returns the other ends of the edges, each once, in order. */
function othersOf(ids: readonly string[], edges: readonly Edge[]): string[] {
  const ends = edges.flatMap(({ contactRef, otherRef }) => [contactRef, otherRef])
  return [...new Set(ends)].filter((end) => !ids.includes(end))
}

const distinct = (edges: readonly Edge[]): Edge[] => [
  ...new Map(edges.map((edge) => [`${edge.contactRef} ${edge.otherRef} ${edge.type}`, edge])).values(),
]
