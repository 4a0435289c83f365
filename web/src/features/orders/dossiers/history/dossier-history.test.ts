import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { languages } from '#contract/limits'
import { loadTexts, setLanguage, startI18n } from '../../../../i18n/i18n.ts'
import { tellEntry } from '../../../together/history/tell-entry.ts'
import { kinds } from './dossier-kinds.ts'

const areas = ['history', 'dossiers', 'contacts', 'todos'] as const
const [own, mail] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']

beforeAll(() => startI18n())

test('in the history every field of a dossier has a label, and the e-mail that a flame was made from its subject', async () => {
  for (const language of languages) {
    await setLanguage(language)
    await loadTexts(...areas)
    const of = (area: (typeof areas)[number]) => i18next.getFixedT(null, area) as never
    const words = {
      t: of('history'),
      yes: 'J',
      no: 'N',
      dossiers: of('dossiers'),
      contacts: of('contacts'),
      todos: of('todos'),
      step: 'S',
    }
    for (const [entity, { fields }] of Object.entries(kinds)) {
      const changes = Object.keys(fields).map((field) => ({ field, before: null, after: mail }))
      const at = '2026-11-22T10:00:00.000Z'
      const entry = {
        id: 1,
        at,
        username: 'a',
        action: 'CREATED' as const,
        entity,
        entityId: own,
        rootId: own,
        changes,
      }
      const shown = tellEntry(kinds, entry, words, { [mail]: 'Feuerschale gesucht' })
      const labels = shown?.lines.map(({ label }) => label) ?? []
      expect(new Set(labels).size, `${language} ${labels.join()}`).toBe(changes.length)
      expect(labels.join(' ')).not.toMatch(/field\.|originEmail/)
      if (entity === 'flame') expect(shown?.lines.at(-1)?.after).toBe('Feuerschale gesucht')
    }
  }
  await setLanguage('DE')
})
