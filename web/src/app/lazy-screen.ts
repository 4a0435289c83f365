import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The code of a screen could not be loaded: the network is down, or an update has removed it. */
export class NotLoaded extends Error {}

/**
 * Returns a screen whose code is loaded on navigation. Without the own error the router would reload the page, even
 * without a server.
 */
export const lazyScreen = <Name extends string>(load: () => Promise<Record<Name, () => ReactNode>>, name: Name) =>
  lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw new NotLoaded(String(error), { cause: error })
      }),
    name,
  )
