import { useCallback, useState } from 'react'
import { askedEmails } from '#contract/asked/emails'
import type { ScreenParams } from '#contract/routes'
import { useCurrentUser } from '../../../session/session.ts'
import { inBrowser } from '../../../state/storage.ts'
import { type Filter, usualFilter, type View, views } from './views.ts'

/**
 * What is looked at; whose mail it is is kept for each user of this browser. `named` is the owner of the address,
 * `contact` the one whose mail alone it asks for. An address that names a view shows the mail of everybody.
 */
export function useFilter(
  named: string | undefined,
  contact: string | undefined,
  address: ScreenParams<'emails'> = {},
) {
  const view = views.find((one) => one === address.view)
  const question = JSON.stringify({ ...address, named, contact })
  const key = `glut.emails.${useCurrentUser().id}`
  const [filter, setFilter] = useState<Filter>(() =>
    view
      ? viewed(view, address)
      : {
          ...usualFilter,
          owner: named ?? (contact ? usualFilter.owner : (inBrowser.read(key) ?? usualFilter.owner)),
          view: named === undefined && !contact ? usualFilter.view : 'ALL',
          contact: contact ?? null,
        },
  )
  const [followed, setFollowed] = useState(question)
  if (question !== followed) {
    setFollowed(question)
    if (view) setFilter(viewed(view, address))
    else if (contact) setFilter({ ...usualFilter, view: 'ALL', contact })
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

const viewed = (view: View, address: ScreenParams<'emails'>): Filter => ({
  ...usualFilter,
  view,
  owner: typeof address.person === 'string' ? address.person : usualFilter.owner,
  mailbox: typeof address.mailbox === 'string' ? address.mailbox : null,
  arrived: askedEmails(address),
})
