import useMediaQuery from '@mui/material/useMediaQuery'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { RelationGraph } from '#contract/contacts/relations'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { onPhone } from '../../../theme/narrow.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { bondsOf, type GraphEdge, type Placed, placeNodes, short } from './graph-layout.ts'
import { useRelationWords } from './relation-words.ts'

interface Props {
  graph: RelationGraph
  onMove: (contactRef: string) => void
}

/** Draws the contact in the middle and its relations around it; one node at a time is a tab stop. */
export function GraphDrawing({ graph, onMove }: Props) {
  const { t } = useTranslation('relations')
  const narrow = useMediaQuery(onPhone)
  const space = narrow ? { width: 340, height: 400 } : { width: 620, height: 460 }
  const nodes = placeNodes(graph, space)
  const [active, setActive] = useState(0)
  const ref = useRef<SVGSVGElement>(null)
  const middle = nodes[0]?.contactRef
  // biome-ignore lint/correctness/useExhaustiveDependencies: another middle starts over
  useEffect(() => setActive(0), [middle])

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (active + step + nodes.length) % nodes.length
    setActive(next)
    ref.current?.querySelector<SVGGElement>(`[data-node="${next}"]`)?.focus()
  }

  return (
    <Box
      component="svg"
      ref={ref}
      role="group"
      aria-label={t('graph.title')}
      viewBox={`0 0 ${space.width} ${space.height}`}
      onKeyDown={onKeyDown}
      sx={look}
    >
      {bondsOf(graph.edges).map((bond) => (
        <BondLine key={`${bond[0].contactRef} ${bond[0].otherRef}`} bond={bond} nodes={nodes} />
      ))}
      {nodes.map((node, index) => (
        <NodeMark
          key={node.contactRef}
          node={node}
          index={index}
          inTabOrder={index === Math.min(active, nodes.length - 1)}
          nameLength={narrow ? 13 : 22}
          onFocus={() => setActive(index)}
          onMove={onMove}
        />
      ))}
    </Box>
  )
}

const look = {
  width: '100%',
  maxWidth: 720,
  display: 'block',
  mx: 'auto',
  fontSize: 12,
  fill: 'var(--text)',
  '& g[role="button"]': { cursor: 'pointer', outline: 'none' },
  '& g[role="button"]:focus-visible .ring': { stroke: 'var(--accent)', strokeWidth: 3 },
  '& g[role="button"]:hover .ring': { stroke: 'var(--accent)' },
} as const

const mostLabels = 3
const labelHeight = 14

function BondLine({ bond, nodes }: { bond: ReturnType<typeof bondsOf>[number]; nodes: readonly Placed[] }) {
  const { t } = useTranslation('relations')
  const { sentence } = useRelationWords()
  const find = (ref: string) => nodes.find(({ contactRef }) => contactRef === ref)
  const [from, to] = [find(bond[0].contactRef), find(bond[0].otherRef)]
  if (!from || !to) return null
  const nameOf = (ref: string) => find(ref)?.fullName ?? ''
  const told = bond.map(({ type, contactRef, otherRef, active }) => {
    const one = sentence(type, nameOf(contactRef), nameOf(otherRef))
    return active ? one : t('pastSentence', { sentence: one })
  })
  const active = bond.some((edge) => edge.active)
  const atMiddle = from.distance === 0 || to.distance === 0
  // Only edges at the middle have labels; farther out there is no space, so a tooltip shows the text.
  const labels = atMiddle
    ? bond.map(({ type, otherRef }) => t(`type.${edgeLabel(type, find(otherRef)?.distance === 0)}`))
    : []
  const shown = labels.length > mostLabels ? [...labels.slice(0, mostLabels - 1), `+${labels.length - 2}`] : labels
  const top = (from.y + to.y) / 2 - 3 - ((shown.length - 1) * labelHeight) / 2
  return (
    <g>
      <title>{told.join('\n')}</title>
      <line
        x1={from.x}
        y1={from.y}
        x2={to.x}
        y2={to.y}
        stroke="var(--outline)"
        strokeWidth={active ? 1.5 : 1}
        strokeDasharray={active ? undefined : '4 4'}
      />
      {shown.map((label, line) => (
        <text
          key={label}
          x={(from.x + to.x) / 2}
          y={top + line * labelHeight}
          textAnchor="middle"
          fill="var(--muted)"
          {...halo}
        >
          {label}
        </text>
      ))}
    </g>
  )
}

const mirrored = { RESELLER: 'RESELLER_CUSTOMER', PARENTS: 'CHILD', EMPLOYER: 'EMPLOYEE' } as const
type EdgeType = GraphEdge['type']

const edgeLabel = (type: EdgeType, otherIsMiddle: boolean): EdgeType =>
  (otherIsMiddle && mirrored[type as keyof typeof mirrored]) || type

/** Outline in the background colour that keeps lines clear of text. */
const halo = { stroke: 'var(--surface)', strokeWidth: 4, paintOrder: 'stroke' } as const

interface NodeProps {
  node: Placed
  index: number
  inTabOrder: boolean
  nameLength: number
  onFocus: () => void
  onMove: (contactRef: string) => void
}

function NodeMark({ node, index, inTabOrder, nameLength, onFocus, onMove }: NodeProps) {
  const { t } = useTranslation('relations')
  const { contactRef, fullName, legalType, distance, x, y } = node
  const size = [16, 13, 9][distance] ?? 9
  const middle = distance === 0
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no button of its own
    <g
      role="button"
      data-node={index}
      tabIndex={inTabOrder ? 0 : -1}
      aria-label={t(middle ? 'graph.middle' : 'graph.node', { name: fullName })}
      aria-current={middle || undefined}
      transform={`translate(${x} ${y})`}
      onFocus={onFocus}
      onClick={() => onMove(contactRef)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onMove(contactRef)
      }}
    >
      <title>{fullName}</title>
      {/* touch target */}
      <circle r={18} fill="transparent" />
      {legalType === 'LEGAL' ? (
        <rect className="ring" x={-size} y={-size} width={size * 2} height={size * 2} rx={3} {...fillOf(middle)} />
      ) : (
        <circle className="ring" r={size} {...fillOf(middle)} />
      )}
      <text y={size + 15} textAnchor="middle" fontWeight={middle ? 600 : 400} {...halo}>
        {short(fullName, nameLength)}
      </text>
    </g>
  )
}

const fillOf = (middle: boolean) => ({
  fill: middle ? 'var(--selected)' : 'var(--raised)',
  stroke: middle ? 'var(--accent)' : 'var(--outline)',
  strokeWidth: middle ? 2.5 : 1.5,
})
