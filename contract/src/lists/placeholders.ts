/**
 * Placeholders of templates and the signature: `{{currentDate}}`, `{{dossierPickup|addDays:3}}`,
 * `{{todoTitle|setText:Rückruf}}`. Section 3 of the specification names the fields and operators; the fields of
 * contact, user and appointment are additions.
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
/** All fields; a template may use each of them. */
export const knownFieldNames = Object.keys(knownFields) as KnownField[]

/** Fields that the signature may use: those of the user, except the signature itself. */
export const signatureFields = ['userName', 'userPhone', 'userEmail'] as const satisfies readonly KnownField[]

export const operators = ['addDays', 'subtractDays', 'setText'] as const
export type Operator = (typeof operators)[number]

export interface Placeholder {
  readonly field: KnownField
  readonly operation?: { readonly operator: Operator; readonly value: string }
}

/**
 * Returns the operators of a field: days are added to dates only; a text can be set for every field except HTML fields.
 */
export function operatorsOf(field: KnownField): readonly Operator[] {
  const { kind } = knownFields[field]
  if (kind === 'html') return []
  return kind === 'date' ? operators : ['setText']
}

/** Parses the text between `{{` and `}}`; returns what is wrong where it is no placeholder. */
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

/** Returns the placeholder in its written form. */
export function writePlaceholder({ field, operation }: Placeholder): string {
  return operation ? `{{${field}|${operation.operator}:${operation.value}}}` : `{{${field}}}`
}

/** Matches `{{…}}`; the group is the text between the braces. */
export const placeholderPattern = /\{\{([^{}]*)\}\}/g

/** Returns whether a text has placeholders of the dossier. */
export const namesDossier = (text: string): boolean =>
  [...text.matchAll(placeholderPattern)].some(([, inner = '']) => {
    const name = knownFieldNames.find((known) => known === inner.split('|')[0]?.trim())
    return name !== undefined && knownFields[name].source === 'dossier'
  })

interface Segment {
  readonly text: string
  /** False inside a quoted or forwarded message. */
  readonly own: boolean
}

/** Line above a forwarded message. */
export const forwardedLine = /-{8} [^<>\n]{1,80}? -{8}/

/** Splits the HTML of a message into the sender's own text and quoted or forwarded messages. */
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

/** Returns the HTML of a message without quoted and forwarded messages. */
export const ownHtml = (html: string): string =>
  segmentsOf(html)
    .map(({ text, own }) => (own ? text : ''))
    .join('')

/** Replaces the placeholders of a message, except inside quoted and forwarded messages. */
export const fillOwnHtml = (html: string, fill: (inner: string, written: string) => string): string =>
  segmentsOf(html)
    .map(({ text, own }) => (own ? fillText(text, fill) : text))
    .join('')

export const fillText = (text: string, fill: (inner: string, written: string) => string): string =>
  text.replace(placeholderPattern, (written, inner: string) => fill(inner.trim(), written))

/**
 * Returns the texts of all placeholders without a value in a message, each once. The signature is missing from them,
 * because it is inserted when the message is sent.
 */
export function placeholdersLeft(subject: string, text: string): string[] {
  const inner = (line: string) => [...line.matchAll(placeholderPattern)].map(([, between = '']) => between.trim())
  return [...new Set([...inner(subject), ...inner(text).filter((between) => between !== 'userSignature')])]
}
