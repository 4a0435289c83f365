/** Without styles nothing has a look. */
export const useSxClass = () => ''
