import v8 from 'node:v8'
import vm from 'node:vm'

v8.setFlagsFromString('--expose-gc')

/** Throws away what nobody holds any more, so that what is left can be measured. */
export const collectGarbage = vm.runInNewContext('gc') as () => void
