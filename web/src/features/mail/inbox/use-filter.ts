import { useCallback, useState } from 'react'
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
  asked: { view?: string | undefined; mailbox?: string | undefined } = {},
) {
  const view = views.find((one) => one === asked.view)
  const key = `glut.emails.${useCurrentUser().id}`
  const [filter, setFilter] = useState<Filter>(() =>
    view
      ? viewed(view, asked.mailbox)
      : {
          ...usualFilter,
          owner: named ?? (contact ? usualFilter.owner : (inBrowser.read(key) ?? usualFilter.owner)),
          view: named === undefined && !contact ? usualFilter.view : 'ALL',
          contact: contact ?? null,
        },
  )
  const [followed, setFollowed] = useState({ named, contact, view, mailbox: asked.mailbox })
  if (
    named !== followed.named ||
    contact !== followed.contact ||
    view !== followed.view ||
    asked.mailbox !== followed.mailbox
  ) {
    setFollowed({ named, contact, view, mailbox: asked.mailbox })
    if (view) setFilter(viewed(view, asked.mailbox))
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

const viewed = (view: View, mailbox: string | undefined): Filter => ({ ...usualFilter, view, mailbox: mailbox ?? null })
