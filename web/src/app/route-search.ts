/** The named texts of an address, all optional. */
const texts =
  <const Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [K in Name]?: string } => {
    const given = names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]] as const] : []))
    return Object.fromEntries(given) as { [K in Name]?: string }
  }
export const loginSearch = texts('view')
export const newContactSearch = texts(
  'phoneNumber',
  'emailRef',
  'blackboardRef',
  'emailAddress',
  'givenName',
  'surname',
  'company',
  'step',
)
export const tabSearch = texts('tab')
export const boardSearch = texts('board', 'text', 'assignee', 'contact', 'due', 'future')
export const newFlameSearch = texts('step', 'emailRef')
export const inboxSearch = texts('contact')
