/** The shape of the German texts with any wording: what a translation has to satisfy. */
export type Like<Texts> = { [Key in keyof Texts]: Texts[Key] extends string ? string : Like<Texts[Key]> }
