import type { Provider } from '#contract/calls/calls'
import { generic } from './generic.ts'
import { placetel } from './placetel.ts'
import type { Adapter } from './provider.ts'
import { sipgate } from './sipgate.ts'
import { threeCx } from './three-cx.ts'

export { asDocumented } from './generic.ts'
export type { Adapter, Fields } from './provider.ts'
export { sipgateAnswer } from './sipgate.ts'
export { threeCxTemplate } from './three-cx-template.ts'

export const adapters: Readonly<Record<Provider, Adapter>> = {
  GENERIC: generic,
  SIPGATE: sipgate,
  PLACETEL: placetel,
  THREE_CX: threeCx,
}
