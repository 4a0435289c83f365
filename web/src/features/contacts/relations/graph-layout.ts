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

/** Each contact of the outer ring stands behind the neighbour it belongs to. Clockwise, the middle first. */
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
  // None straight to the left and right, where its name would run into that of the middle.
  const start = near.length % 4 === 0 ? share / 2 : 0
  const around = near.flatMap((node, index) => {
    const followers = far.filter((one) => behind.get(one) === index)
    // A single neighbour has the whole turn to itself: its followers stay on its side all the same.
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

/** The relations between each two contacts, that one line stands for. */
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

/** Cut so that labels of neighbours do not run into each other. */
export const short = (name: string, length: number) => (name.length > length ? `${name.slice(0, length - 1)}…` : name)
