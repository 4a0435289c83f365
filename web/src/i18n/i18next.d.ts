import type { Texts } from './areas.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui'
    resources: Texts
    interpolationPrefix: '{'
    interpolationSuffix: '}'
  }
}
