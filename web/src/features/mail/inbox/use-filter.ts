import { useCallback, useState } from 'react'
import { useCurrentUser } from '../../../session/session.ts'
import { inBrowser } from '../../../state/storage.ts'
import { type Filter, usualFilter } from './views.ts'

/**
 * What is looked at; whose mail it is is kept for each user of this browser. `named` is the owner of the address,
 * `contact` the one whose mail alone it asks for.
 */
export function useFilter(named: string | undefined, contact: string | undefined) {
  const key = `glut.emails.${useCurrentUser().id}`
  const [filter, setFilter] = useState<Filter>(() => ({
    ...usualFilter,
    owner: named ?? (contact ? usualFilter.owner : (inBrowser.read(key) ?? usualFilter.owner)),
    view: named === undefined && !contact ? usualFilter.view : 'ALL',
    contact: contact ?? null,
  }))
  const [followed, setFollowed] = useState({ named, contact })
  if (named !== followed.named || contact !== followed.contact) {
    setFollowed({ named, contact })
    if (contact) setFilter({ ...usualFilter, view: 'ALL', contact })
    else if (named !== undefined) setFilter({ ...usualFilter, owner: named, view: 'ALL' })
  }
  const change = useCallback(
    (changed: Partial<Filter>) => {
      if (changed.owner !== undefined) inBrowser.write(key, changed.owner)
      setFilter((before) => ({ ...before, ...changed }))
    },
    [key],
  )
  return [filter, change] as const
}
