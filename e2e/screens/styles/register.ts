// Has the components of MUI draw what they draw without working out its styles, which nothing looks at here.
import { registerHooks } from 'node:module'

const plain = new URL('./styled.ts', import.meta.url).href

registerHooks({
  resolve: (name, context, next) =>
    name === '@emotion/styled' ? { url: plain, shortCircuit: true } : next(name, context),
})
