import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The code of a screen could not be fetched: the network is away, or it is gone with an old version. */
export class NotLoaded extends Error {}

/** A screen whose code is loaded when it is gone to. The router itself would reload the page, with or without a server. */
export const lazyScreen = <Name extends string>(load: () => Promise<Record<Name, () => ReactNode>>, name: Name) =>
  lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw new NotLoaded(String(error), { cause: error })
      }),
    name,
  )
