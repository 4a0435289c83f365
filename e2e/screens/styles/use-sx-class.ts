/** Replacement without styles. */
export const useSxClass = () => ''
