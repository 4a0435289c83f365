import { useMemo } from 'react'
import { userApi } from '#contract/users/users'
import { type Work, workNeeds } from '#contract/users/work'
import type { StandInKind } from '#contract/work/absences'
import { useApi } from '../../../api/hooks.ts'
import { useMay } from '../../../session/session.ts'

/** What is given or shown to somebody, and the board on which it is. */
export interface Given {
  readonly work: Work
  readonly boardRef?: string
}

/** To whom it can be given, because they see it; all for whom nothing is named, or until it is known. */
export function useWhoSees(given: Given | undefined): (userRef: string) => boolean {
  const may = useMay()
  const enabled = given !== undefined && ['USER_READ' as const, ...workNeeds[given.work]].every((need) => may(need))
  const { data } = useApi(userApi.whoSees, { query: given ?? { work: 'TODO' } }, { enabled, quiet: true })
  const seeing = useMemo(() => data && new Set(data), [data])
  return (userRef) => !enabled || !seeing || seeing.has(userRef)
}

/** As what it is looked after while its assignee is away. */
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
