/** Returns the styles of the focus ring. */
export const focusRing = (colour: string) => ({ outline: `2px solid ${colour}`, outlineOffset: 1 })

/** Edge of raised surfaces, visible only with forced colours, which remove shadows. */
export const edgeOfForcedColours = { outline: '1px solid transparent' } as const
