import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The code of a screen could not be loaded: the network is down, or an update has removed it. */
export class NotLoaded extends Error {}

/** Returns a screen that is loaded on navigation. Its own error keeps the router from reloading without a server. */
export const lazyScreen = <Name extends string>(load: () => Promise<Record<Name, () => ReactNode>>, name: Name) =>
  lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw new NotLoaded(String(error), { cause: error })
      }),
    name,
  )
