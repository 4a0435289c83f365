/**
 * Placeholders of templates and the signature: `{{currentDate}}`, `{{dossierPickup|addDays:3}}`,
 * `{{todoTitle|setText:Rückruf}}`. Section 3 of the specification names the fields and operators; those of contact,
 * user and appointment are ours.
 */

type Kind = 'text' | 'date' | 'html'
type Source = 'contact' | 'user' | 'todo' | 'dossier' | 'project' | 'appointment' | 'general'

const field = <K extends Kind>(source: Source, kind: K) => ({ source, kind })

export const knownFields = {
  contactSalutation: field('contact', 'text'),
  contactFullName: field('contact', 'text'),
  contactGivenName: field('contact', 'text'),
  contactSurname: field('contact', 'text'),
  contactCompany: field('contact', 'text'),
  userName: field('user', 'text'),
  userPhone: field('user', 'text'),
  userEmail: field('user', 'text'),
  userSignature: field('user', 'html'),
  todoTitle: field('todo', 'text'),
  todoFeedback: field('todo', 'text'),
  todoStart: field('todo', 'date'),
  todoActivities: field('todo', 'text'),
  dossierSelfPickup: field('dossier', 'date'),
  dossierPickup: field('dossier', 'date'),
  dossierDelivery: field('dossier', 'date'),
  dossierPickupPurchase: field('dossier', 'date'),
  dossierPaymentPeriod: field('dossier', 'date'),
  currentDate: field('general', 'date'),
  projectStart: field('project', 'date'),
  projectEnd: field('project', 'date'),
  appointmentStart: field('appointment', 'date'),
  appointmentEnd: field('appointment', 'date'),
  appointmentTitle: field('appointment', 'text'),
  appointmentPlace: field('appointment', 'text'),
  appointmentReason: field('appointment', 'text'),
} as const

export type KnownField = keyof typeof knownFields
/** A template may name every one of them. */
export const knownFieldNames = Object.keys(knownFields) as KnownField[]

/** The signature may name the fields of the user, and not itself. */
export const signatureFields = ['userName', 'userPhone', 'userEmail'] as const satisfies readonly KnownField[]

export const operators = ['addDays', 'subtractDays', 'setText'] as const
export type Operator = (typeof operators)[number]

export interface Placeholder {
  readonly field: KnownField
  readonly operation?: { readonly operator: Operator; readonly value: string }
}

/** Days are added to dates only; a text can be set for every field but one that holds formatted text. */
export function operatorsOf(field: KnownField): readonly Operator[] {
  const { kind } = knownFields[field]
  if (kind === 'html') return []
  return kind === 'date' ? operators : ['setText']
}

/** Reads what stands between `{{` and `}}`; says why when it is no placeholder. */
export function parsePlaceholder(inner: string): Placeholder | 'unknown' | 'operator' {
  const [name = '', ...rest] = inner.split('|')
  const field = knownFieldNames.find((known) => known === name.trim())
  if (!field) return 'unknown'
  if (rest.length === 0) return { field }
  const [, word, value = ''] = /^\s*(\w+)\s*:(.*)$/s.exec(rest.join('|')) ?? []
  const operator = operatorsOf(field).find((one) => one === word)
  if (!operator || !isValue(operator, value.trim())) return 'operator'
  return { field, operation: { operator, value: value.trim() } }
}

export const isValue = (operator: Operator, value: string) =>
  operator === 'setText' ? value.length > 0 && value.length <= 200 && !/[{}]/.test(value) : /^\d{1,4}$/.test(value)

/** The placeholder as it is written. */
export function writePlaceholder({ field, operation }: Placeholder): string {
  return operation ? `{{${field}|${operation.operator}:${operation.value}}}` : `{{${field}}}`
}

/** Everything between two braces and two braces. */
export const placeholderPattern = /\{\{([^{}]*)\}\}/g

/** Whether a text is filled from a dossier. */
export const namesDossier = (text: string): boolean =>
  [...text.matchAll(placeholderPattern)].some(([, inner = '']) => {
    const name = knownFieldNames.find((known) => known === inner.split('|')[0]?.trim())
    return name !== undefined && knownFields[name].source === 'dossier'
  })

interface Segment {
  readonly text: string
  /** Not quoted or forwarded. */
  readonly own: boolean
}

/** Stands above what is forwarded. */
export const forwardedLine = /-{8} [^<>\n]{1,80}? -{8}/

/** HTML of a message as what its sender wrote, and what it quotes or forwards. */
function segmentsOf(html: string): Segment[] {
  const end = html.search(forwardedLine)
  const written = end < 0 ? html : html.slice(0, end)
  const forwarded = { text: html.slice(written.length), own: false }
  const segments: Segment[] = []
  let depth = 0
  let from = 0
  for (const { 0: tag, index } of written.matchAll(/<\/?blockquote\b/gi)) {
    segments.push({ text: written.slice(from, index), own: depth === 0 })
    depth = Math.max(0, depth + (tag.startsWith('</') ? -1 : 1))
    from = index
  }
  return [...segments, { text: written.slice(from), own: depth === 0 }, forwarded]
}

/** HTML of a message without what it quotes or forwards. */
export const ownHtml = (html: string): string =>
  segmentsOf(html)
    .map(({ text, own }) => (own ? text : ''))
    .join('')

/** Puts something else for what stands between the braces of a message, but for what it quotes or forwards. */
export const fillOwnHtml = (html: string, fill: (inner: string, written: string) => string): string =>
  segmentsOf(html)
    .map(({ text, own }) => (own ? fillText(text, fill) : text))
    .join('')

export const fillText = (text: string, fill: (inner: string, written: string) => string): string =>
  text.replace(placeholderPattern, (written, inner: string) => fill(inner.trim(), written))

/**
 * What stands in the placeholders of a message that nobody filled in, each once. The signature is put into the text when
 * the message is sent.
 */
export function placeholdersLeft(subject: string, text: string): string[] {
  const inner = (line: string) => [...line.matchAll(placeholderPattern)].map(([, between = '']) => between.trim())
  return [...new Set([...inner(subject), ...inner(text).filter((between) => between !== 'userSignature')])]
}
