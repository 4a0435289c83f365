import { useCallback, useState } from 'react'
import { z } from 'zod'
import { askedEmails } from '#contract/asked/emails'
import type { ScreenParams } from '#contract/routes'
import { useCurrentUser } from '../../../session/session.ts'
import { inBrowser, inTab } from '../../../state/storage.ts'
import { type Filter, usualFilter, type View, views } from './views.ts'

/**
 * What is looked at, as each user left it: whose mail in this browser, all else in this tab. `named` is the owner of the address,
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
          ...(named === undefined && !contact
            ? { owner: inBrowser.read(key) ?? usualFilter.owner, ...leftIn(key) }
            : { owner: named ?? usualFilter.owner, view: 'ALL', contact: contact ?? null }),
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
      const next = { ...filter, ...changed }
      // what an address asked for is over with the address
      if (!next.contact && !next.arrived) inTab.writeJson(key, pick(next))
      setFilter(next)
    },
    [key, filter],
  )
  return [filter, change] as const
}

const pick = ({ view, important, mailbox, text }: Filter) => ({ view, important, mailbox, text })
const Left = z.object({
  view: z.enum(views),
  important: z.boolean(),
  mailbox: z.string().nullable(),
  text: z.string(),
})
const leftIn = (key: string) => Left.safeParse(inTab.readJson(key)).data

const viewed = (view: View, address: ScreenParams<'emails'>): Filter => ({
  ...usualFilter,
  view,
  owner: typeof address.person === 'string' ? address.person : usualFilter.owner,
  mailbox: typeof address.mailbox === 'string' ? address.mailbox : null,
  arrived: askedEmails(address),
})
