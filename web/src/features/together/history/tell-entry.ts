import type { TFunction } from 'i18next'
import { type HistoryEntry, type HistoryPage, heldIn } from '#contract/together/history'
import { formatDate } from '../../../ui/dates/parse-date.ts'
import { formatOptionalTime, isInstant } from '../../../ui/dates/zone.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import type { Told } from './HistoryLines.tsx'

/** Texts for describing values. */
export interface BasicWords {
  t: TFunction<'history'>
  yes: string
  no: string
}

/** The label of a field, and optionally a function that formats its values. */
export type Field<Words> = readonly [label: (words: Words) => string, say?: (value: string, words: Words) => string]

export interface Kind<Words> {
  readonly one: (words: Words) => string
  /** Displayed fields in reading order; other fields are omitted. */
  readonly fields: Readonly<Record<string, Field<Words>>>
  /** Texts that replace «changed» for an entry with only this field. */
  readonly turns?: Readonly<Record<string, { set: keyof TurnWords; unset: keyof TurnWords }>>
}
type TurnWords = Pick<
  typeof import('../../../i18n/de/history.ts').default,
  'binned' | 'restored' | 'deleted' | 'archived' | 'reopened'
>

type Change = HistoryEntry['changes'][number]
type Names = HistoryPage['names']

/** Describes a history entry; null if it contains nothing to display. */
export function tellEntry<Words extends BasicWords>(
  kinds: Readonly<Record<string, Kind<Words>>>,
  { entity, entityId, rootId, action, changes }: HistoryEntry,
  words: Words,
  names: Names,
): Told | null {
  const { t } = words
  const kind = kinds[entity]
  if (!kind) return null
  const lines = Object.entries(kind.fields).flatMap(([name, [label, say]]) =>
    changes
      .filter(({ field }) => field === name)
      .map((change) => ({
        label: label(words),
        ...(isSecret(change)
          ? { after: t('secret') }
          : values(change, action, (value) => sayIn(value, name, words, names, say))),
      })),
  )
  const turned = action === 'CHANGED' && changes.find(({ field }) => kind.turns?.[field])
  const turn = turned && kind.turns?.[turned.field]
  const isRoot = entityId === rootId
  if (action === 'CHANGED' && lines.length === 0 && !turn) return null
  const name = isRoot || turn ? names[entityId] : undefined
  const one = name ? t('named', { entity: kind.one(words), name }) : kind.one(words)
  if (turn) {
    const what = t(turned.after === null ? turn.unset : turn.set)
    return { what: isRoot ? what : t('turned', { one, what }), lines }
  }
  return { what: t(verbs[action], { entity: one }), lines }
}

/** Returns true for a secret, of which the history only records that it changed. */
const isSecret = ({ before, after }: Change) => before === null && after === null

const verbs = { CREATED: 'created', CHANGED: 'changed', REMOVED: 'removed' } as const

function values({ before, after }: Change, action: HistoryEntry['action'], say: (value: unknown) => string) {
  if (Array.isArray(before) || Array.isArray(after)) return { after: listChange(list(before), list(after), say) }
  if (action === 'CREATED') return { after: say(after) }
  return action === 'REMOVED' ? { after: say(before) } : { before: say(before), after: say(after) }
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Describes the change of a list by added and removed values. */
function listChange(before: readonly unknown[], after: readonly unknown[], say: (value: unknown) => string): string {
  const came = after.filter((one) => !before.includes(one)).map((one) => `+ ${say(one)}`)
  const went = before.filter((one) => !after.includes(one)).map((one) => `− ${say(one)}`)
  return [...came, ...went].join(', ')
}

function sayIn<Words extends BasicWords>(
  value: unknown,
  field: string,
  words: Words,
  names: Names,
  say?: Field<Words>[1],
): string {
  const { t, yes, no } = words
  if (value === null || value === undefined || value === '') return t('nothing')
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value === 'number') return say ? say(String(value), words) : formatNumber(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (say) return say(text, words)
  if (heldIn.id.test(field)) return names[text] ?? t('gone')
  if (heldIn.day.test(field)) return formatDate(text)
  if (heldIn.instant.test(field)) return isInstant(text) ? formatOptionalTime(new Date(text).toISOString()) : text
  if (heldIn.time.test(field)) return text.slice(0, 5)
  return heldIn.html.test(field) ? t('formatted') : text
}
