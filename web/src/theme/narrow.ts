/** A telephone held upright. */
export const onPhone = '(max-width:599.95px)'

/** A tablet held upright, or smaller. */
export const onTablet = '(max-width:899.95px)'
