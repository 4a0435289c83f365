import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import { languageKey, languages } from '#contract/limits'
import { type AreaName, areas } from './areas.ts'
import { currentLanguage, loadTexts, setLanguage, startI18n } from './i18n.ts'

type Tree = { [key: string]: string | Tree }

const flatten = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : flatten(value, `${path}${key}.`),
  )

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort()

describe.each(Object.keys(areas) as AreaName[])('the texts of %s', (name) => {
  it('have the same keys and placeholders in every language, and no ß', async () => {
    const german = flatten((await areas[name].DE()).default as Tree)
    expect(german.length).toBeGreaterThan(0)
    for (const language of languages) {
      const texts = flatten((await areas[name][language]()).default as Tree)
      expect(texts.map(([key]) => key).sort(), language).toEqual(german.map(([key]) => key).sort())
      const byKey = new Map(texts)
      for (const [key, text] of german) {
        const translated = byKey.get(key) ?? ''
        expect(translated.trim(), `${language} ${key}`).not.toBe('')
        expect(placeholders(translated), `${language} ${key}`).toEqual(placeholders(text))
        expect(translated, `${language} ${key} is Swiss`).not.toContain('ß')
      }
    }
  })
})

/** Terms whose translation must appear wherever the German term does. */
const names: readonly { German: RegExp; EN: RegExp; FR: RegExp }[] = [
  { German: /Taskboard/, EN: /taskboard/i, FR: /tableau/i },
  { German: /Stellvertretung/, EN: /stand-in/i, FR: /suppléance/i },
  { German: /To-do/, EN: /to-do/i, FR: /tâche|à faire/i },
  { German: /Vorname/, EN: /given name/i, FR: /prénom/i },
  { German: /Kanton\/Bundesland/, EN: /State\/canton/, FR: /Canton\/Land/ },
  { German: /Adresszusatz/, EN: /Address line 2/, FR: /Complément d’adresse/ },
]
/** Areas for customers, who are not users of the product. */
const forCustomers: readonly AreaName[] = ['booking']

it('a term has the same translation in all texts', async () => {
  const others: string[] = []
  for (const name of Object.keys(areas) as AreaName[]) {
    if (forCustomers.includes(name)) continue
    const german = flatten((await areas[name].DE()).default as Tree)
    for (const language of ['EN', 'FR'] as const) {
      const texts = new Map(flatten((await areas[name][language]()).default as Tree))
      for (const [key, text] of german) {
        const translated = texts.get(key) ?? ''
        const lacks = names.some((one) => one.German.test(text) && !one[language].test(translated))
        if (lacks) others.push(`${language} ${name}.${key}: ${text} -> ${translated}`)
      }
    }
  }
  expect(others).toEqual([])
})

describe('the language', () => {
  it('is German until another one is chosen, and the choice is kept', async () => {
    await startI18n()
    await loadTexts('ui')
    expect(i18next.t('invalid.required')).toBe('Das Feld wird benötigt')
    expect(i18next.t('invalid.maxLength', { length: 255 })).toBe('Das Feld darf max 255 Zeichen besitzen')
    await setLanguage('FR')
    expect(i18next.t('invalid.required')).toBe('Ce champ est obligatoire')
    expect(document.documentElement.lang).toBe('fr')
    expect(document.cookie).toContain(`${languageKey}=FR`)
    expect(i18next.t('table.count', { count: 1_000_000, text: "1'000'000" })).toBe("1'000'000 entrées")
    await startI18n()
    expect(currentLanguage()).toBe('FR')
    await setLanguage('DE')
  })

  it('does not compile with an unknown key', () => {
    // @ts-expect-error no such text
    expect(i18next.t('invalid.unknown')).toBe('invalid.unknown')
  })
})

it('all areas of one file are there once it has loaded', async () => {
  await startI18n('DE')
  await setLanguage('FR')
  await loadTexts('dossiers')
  expect(i18next.hasLoadedNamespace('flames')).toBe(true)
  // no line ends between a name and its quotation marks
  expect(i18next.getFixedT('FR', 'todos')('finish', { title: 'Feu' })).toBe('«\u00a0Feu\u00a0» terminée')
})
