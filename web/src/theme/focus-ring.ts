/** What shows where the focus is, always seen. */
export const focusRing = (colour: string) => ({ outline: `2px solid ${colour}`, outlineOffset: 1 })
