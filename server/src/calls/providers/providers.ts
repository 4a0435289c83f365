import type { Provider } from '#contract/calls/calls'
import { generic } from './generic.ts'
import { placetel } from './placetel.ts'
import type { Adapter } from './provider.ts'
import { sipgate } from './sipgate.ts'
import { threeCx } from './three-cx.ts'

export const adapters: Readonly<Record<Provider, Adapter>> = {
  GENERIC: generic,
  SIPGATE: sipgate,
  PLACETEL: placetel,
  THREE_CX: threeCx,
}
