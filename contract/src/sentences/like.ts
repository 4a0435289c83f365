/** The same keys with any text: what the other languages must hold, neither more nor less. */
export type Like<T> = { readonly [K in keyof T]: T[K] extends string ? string : Like<T[K]> }
