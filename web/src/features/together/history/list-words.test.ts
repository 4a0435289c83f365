import i18next, { type TFunction } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { languages } from '#contract/limits'
import type { HistoryEntry } from '#contract/together/history'
import { loadTexts, setLanguage, startI18n } from '../../../i18n/i18n.ts'
import { type ListWords, tellListEntry } from './list-words.ts'

const areas = [
  'history',
  'ui',
  'masterData',
  'absences',
  'users',
  'mailboxes',
  'calculations',
  'templates',
  'flames',
] as const

beforeAll(async () => {
  await startI18n()
  await loadTexts(...areas)
})

function words(): ListWords {
  const of = (area: (typeof areas)[number]) => i18next.getFixedT(null, area) as never
  return {
    t: of('history'),
    yes: 'Ja',
    no: 'Nein',
    lists: of('masterData'),
    absences: of('absences'),
    users: of('users'),
    mailboxes: of('mailboxes'),
    calculations: of('calculations'),
    templates: of('templates'),
    flames: of('flames'),
    roleName: (name) => (of('users') as TFunction)(`roleName.${name}`, { defaultValue: name }),
  }
}

const own = '00000000-0000-7000-8000-000000000001'
const other = '00000000-0000-7000-8000-000000000002'
const entry = (entity: string, changes: Record<string, [unknown, unknown]>, more: Partial<HistoryEntry> = {}) => ({
  id: 1,
  at: '2026-11-22T10:00:00.000Z',
  username: 'admin',
  action: 'CHANGED' as const,
  entity,
  entityId: own,
  rootId: own,
  ...more,
  changes: Object.entries(changes).map(([field, [before, after]]) => ({ field, before, after })),
})
const shown = (...given: Parameters<typeof entry>) =>
  tellListEntry(entry(...given), words(), { [own]: 'Kiste', [other]: 'EUR' })

test('a title is shown as typed, whatever it looks like', () => {
  for (const title of [other, '<b>Schale</b>', '2026-01-02', '2026-01-02T03:04:05Z', '07:30:00']) {
    expect(shown('product', { title: ['Schale', title] })?.lines).toEqual([
      { label: 'Bezeichnung', before: 'Schale', after: title },
    ])
  }
})

test('a change is told with the labels of the screen, and references by their names', () => {
  expect(
    shown('product', {
      weight_in_kg: [1, 2],
      weightInKg: [1, 2.5],
      possiblePallet: [null, other],
      onsale: [true, false],
    }),
  ).toEqual({
    what: 'Produkt «Kiste» geändert',
    lines: [
      { label: 'Gewicht in kg', before: '1', after: '2.5' },
      { label: 'Mögliche Palette', before: 'leer', after: 'EUR' },
      { label: 'Im Verkauf', before: 'Ja', after: 'Nein' },
    ],
  })
  expect(shown('product', { possiblePallet: ['00000000-0000-7000-8000-000000000009', null] })?.lines).toEqual([
    { label: 'Mögliche Palette', before: 'nicht mehr vorhanden', after: 'leer' },
  ])
})

test('a text that begins like a time is shown as typed', () => {
  const typed = ['2026-11-29T10:00 Abholung abgesagt', '2026-11-29T25:00:00Z'] as [string, string]
  expect(shown('sector', { title: typed })?.lines).toEqual([
    { label: 'Bezeichnung', before: typed[0], after: typed[1] },
  ])
})

test('a change of a field or list without a name is not shown', () => {
  expect(shown('product', { search: ['a', 'b'] })).toBeNull()
  expect(shown('later', { title: ['a', 'b'] })).toBeNull()
})

test('of permissions and roles only the added and removed ones are shown', () => {
  const permissions: [unknown, unknown] = [
    ['CONTACT_READ', 'EMAIL_READ'],
    ['CONTACT_READ', 'GENERAL_ADMIN_FUNCTIONS'],
  ]
  expect(shown('role', { permissions })?.lines).toEqual([
    { label: 'Rechte', after: '+ Verwaltung und Stammdaten, − E-Mails: Lesen' },
  ])
  expect(shown('app_user', { roles: [[], ['USER']] })?.lines).toEqual([{ label: 'Rollen', after: '+ Benutzer' }])
})

test('a password is shown as newly set, and settings one by one', () => {
  expect(shown('app_user', { passwordHash: [null, null] })?.lines).toEqual([
    { label: 'Passwort', after: 'neu gesetzt' },
  ])
  const server = { host: 'a.example', port: 993, security: 'TLS', user: '' }
  const settings: [unknown, unknown] = [
    { incoming: server },
    { incoming: { ...server, host: 'b.example', security: 'NONE' } },
  ]
  expect(shown('mailbox', { settings })?.lines).toEqual([
    { label: 'Posteingang: Server', before: 'a.example', after: 'b.example' },
    { label: 'Posteingang: Verschlüsselung', before: 'TLS', after: 'keine' },
  ])
})

test('in French a space stands before the colon, also in combined labels', async () => {
  await setLanguage('FR')
  expect(
    shown('mailbox', { settings: [{ incoming: { host: 'a' } }, { incoming: { host: 'b' } }] })?.lines,
  ).toMatchObject([{ label: expect.stringMatching(/^\S.*\s: /) }])
  await setLanguage('DE')
})

test('parts and removed entries are named by their kind', () => {
  const step = { entityId: other, action: 'CREATED' as const }
  expect(shown('blackboard_step', { title: [null, 'Offerte'] }, step)).toEqual({
    what: 'Schritt angelegt',
    lines: [{ label: 'Bezeichnung', after: 'Offerte' }],
  })
  expect(shown('sector', { title: ['Alt', null] }, { action: 'REMOVED' })?.what).toBe('Branche «Kiste» entfernt')
  expect(shown('mailbox', { deletedAt: [null, '2026-11-22T10:00:00Z'] })?.what).toBe('Gelöscht')
})

test('a change is told in every language', async () => {
  const said = new Set<string>()
  for (const language of languages) {
    await setLanguage(language)
    await loadTexts(...areas)
    said.add(shown('warehouse', { title: ['A', 'B'] })?.what ?? '')
  }
  await setLanguage('DE')
  expect(said.size).toBe(3)
})
