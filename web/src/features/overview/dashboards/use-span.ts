import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { today } from '#contract/endpoint'
import { type TileSpan, tileSpan } from '#contract/overview/dashboards'
import { pathTo } from '#contract/routes'
import { useScreenParams } from '../../../ui/navigation/screens.ts'

/** Subtracts days from yyyy-mm-dd. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)

/** Returns the period in the URL, else the last thirty days. */
export function spanOf(from: unknown, to: unknown): TileSpan {
  const given = tileSpan.safeParse({ from, to })
  return given.success ? given.data : { from: daysBefore(today(), 29), to: today() }
}

/** Returns the period and its setter; a chosen period is stored in the URL. */
export function useSpan(): [TileSpan, (span: TileSpan) => void] {
  const { since: from, until: to } = useScreenParams('dashboards')
  const navigate = useNavigate()
  const span = useMemo(() => spanOf(from, to), [from, to])
  return [
    span,
    (chosen) => void navigate({ href: pathTo('dashboards', { since: chosen.from, until: chosen.to }), replace: true }),
  ]
}
