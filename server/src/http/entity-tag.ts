/** Whether an If-None-Match header names the tag, also as a weak one, which a proxy may have made of it. */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag)
