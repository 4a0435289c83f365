import type { RelationGraph } from '#contract/contacts/relations'

export type GraphNode = RelationGraph['nodes'][number]
export interface Placed extends GraphNode {
  readonly x: number
  readonly y: number
}

export interface Space {
  readonly width: number
  readonly height: number
}

/** Returns the positions of the nodes: the middle, then its neighbours clockwise, each with the nodes behind it. */
export function placeNodes({ nodes, edges }: RelationGraph, { width, height }: Space): Placed[] {
  const near = nodes.filter(({ distance }) => distance === 1)
  const far = nodes.filter(({ distance }) => distance === 2)
  const linked = (one: string, other: string) =>
    edges.some(
      ({ contactRef, otherRef }) =>
        (contactRef === one && otherRef === other) || (contactRef === other && otherRef === one),
    )
  const behind = new Map(
    far.map((node) => [node, near.findIndex(({ contactRef }) => linked(contactRef, node.contactRef))]),
  )
  const at = (turn: number, reach: number) => ({
    x: width / 2 + Math.sin(turn * 2 * Math.PI) * (width / 2) * reach,
    y: height / 2 - Math.cos(turn * 2 * Math.PI) * (height / 2) * reach,
  })
  const inner = far.length > 0 ? 0.56 : 0.72
  const share = 1 / Math.max(near.length, 1)
  // Avoids positions directly left and right, where names would overlap that of the middle.
  const start = near.length % 4 === 0 ? share / 2 : 0
  const around = near.flatMap((node, index) => {
    const followers = far.filter((one) => behind.get(one) === index)
    // Limits the spread, so that the outer nodes of a single neighbour stay on its side.
    const spread = Math.min(share, 0.3)
    return [
      { ...node, ...at(start + index * share, inner) },
      ...followers.map((follower, place) => ({
        ...follower,
        ...at(start + index * share + ((place + 1) / (followers.length + 1) - 0.5) * spread, 0.88),
      })),
    ]
  })
  return [...nodes.filter(({ distance }) => distance === 0).map((node) => ({ ...node, ...at(0, 0) })), ...around]
}

export type GraphEdge = RelationGraph['edges'][number]

/** Groups the relations by pair of contacts; each pair is one line. */
export function bondsOf(edges: readonly GraphEdge[]): (readonly [GraphEdge, ...GraphEdge[]])[] {
  const bonds = new Map<string, [GraphEdge, ...GraphEdge[]]>()
  for (const edge of edges) {
    const pair = [edge.contactRef, edge.otherRef].sort().join(' ')
    const bond = bonds.get(pair)
    if (bond) bond.push(edge)
    else bonds.set(pair, [edge])
  }
  return [...bonds.values()]
}

/** Truncates a name, so that neighbouring labels do not overlap. */
export const short = (name: string, length: number) => (name.length > length ? `${name.slice(0, length - 1)}…` : name)
