import { useMemo } from 'react'
import { userApi } from '#contract/users/users'
import { type Work, workNeeds } from '#contract/users/work'
import type { StandInKind } from '#contract/work/absences'
import { useApi } from '../../../api/hooks.ts'
import { useMay } from '../../../session/session.ts'

/** A kind of work to assign, and its board. */
export interface Given {
  readonly work: Work
  readonly boardRef?: string
}

/** Returns a predicate for the users who can access the work; all if none is given, or while loading. */
export function useWhoSees(given: Given | undefined): (userRef: string) => boolean {
  const may = useMay()
  const enabled = given !== undefined && ['USER_READ' as const, ...workNeeds[given.work]].every((need) => may(need))
  const { data } = useApi(userApi.whoSees, { query: given ?? { work: 'TODO' } }, { enabled, quiet: true })
  const seeing = useMemo(() => data && new Set(data), [data])
  return (userRef) => !enabled || !seeing || seeing.has(userRef)
}

/** The kind of stand-in for each kind of work. */
export const standInKindOf: Record<Work, StandInKind | undefined> = {
  FLAME: 'FLAME',
  PROJECT: 'PROJECT',
  FLAME_TODO: 'TODO',
  PROJECT_TODO: 'TODO',
  TODO: 'TODO',
  MAIL: 'MAIL',
  ENCOUNTER: undefined,
  FLAME_PROXY: 'FLAME',
  PROJECT_PROXY: 'PROJECT',
  CONTACT_COMMENT: undefined,
  MAIL_COMMENT: undefined,
  PROJECT_COMMENT: undefined,
}
