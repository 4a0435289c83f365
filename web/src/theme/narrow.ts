/** Width of the smallest phone and of a window enlarged to 400 %: the title has a row of its own. */
export const onNarrowest = '(max-width:359.95px)'

/** Width of a phone in portrait. */
export const onPhone = '(max-width:599.95px)'

/** Width below which the top bar omits what is available elsewhere, so that the title has space. */
export const withNarrowBar = '(max-width:767.95px)'

/** Width of a tablet in portrait, or smaller. */
export const onTablet = '(max-width:899.95px)'
