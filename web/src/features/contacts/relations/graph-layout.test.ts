import { expect, it } from 'vitest'
import { bondsOf, type GraphEdge } from './graph-layout.ts'

const edge = (contactRef: string, otherRef: string, type: GraphEdge['type']): GraphEdge => ({
  contactRef,
  otherRef,
  type,
  active: true,
})

it('several relations between the same two contacts are one line of the graph', () => {
  const bonds = bondsOf([edge('a', 'b', 'COUPLE'), edge('a', 'c', 'PARENTS'), edge('b', 'a', 'EMPLOYER')])
  expect(bonds.map((bond) => bond.map(({ type }) => type))).toEqual([['COUPLE', 'EMPLOYER'], ['PARENTS']])
})
