/** What shows where the focus is, always seen. */
export const focusRing = (colour: string) => ({ outline: `2px solid ${colour}`, outlineOffset: 1 })

/** Round what lies above something: only who chooses the colours sees it, in whose pages there are no shadows. */
export const edgeOfForcedColours = { outline: '1px solid transparent' } as const
