/** A telephone held upright. */
export const onPhone = '(max-width:599.95px)'
