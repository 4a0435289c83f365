/** Same keys with any text: the type of the other languages. */
export type Like<T> = { readonly [K in keyof T]: T[K] extends string ? string : Like<T[K]> }

/** Returns the texts, with the English text wherever one is missing or empty. */
export function orEnglish<Texts extends object>(texts: Texts, english: Texts): Texts {
  const merged = Object.entries(english).map(([key, fallback]) => {
    const own: unknown = texts[key as keyof Texts]
    if (own && typeof own === 'object' && !Array.isArray(own)) return [key, orEnglish(own, fallback as object)]
    return [key, own || fallback]
  })
  return { ...texts, ...Object.fromEntries(merged) }
}
