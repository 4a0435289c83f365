import { useCallback, useEffect, useState } from 'react'
import { askedFilter, type Filter } from '#contract/mail/email-question'
import type { ScreenParams } from '#contract/routes'
import { useCurrentUser } from '../../../session/session.ts'
import { leave, leftFilter, tellNextPage } from './left-filter.ts'

/** Holds the filter: that of the URL, else the user's last one. */
export function useFilter(address: ScreenParams<'emails'> & { owner?: string | undefined }) {
  const { id } = useCurrentUser()
  const asked = askedFilter(address)
  const [filter, setFilter] = useState<Filter>(asked ?? (() => leftFilter(id)))
  const question = JSON.stringify(address)
  const [followed, setFollowed] = useState(question)
  if (question !== followed) {
    setFollowed(question)
    if (asked) setFilter(asked)
  }
  useEffect(() => tellNextPage(id), [id])
  const change = useCallback(
    (changed: Partial<Filter>) => {
      const next = { ...filter, ...changed }
      leave(id, next, changed)
      tellNextPage(id)
      setFilter(next)
    },
    [id, filter],
  )
  return [filter, change] as const
}
