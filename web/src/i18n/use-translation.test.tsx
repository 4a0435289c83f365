import { act, render, renderHook, screen } from '@testing-library/react'
import i18next from 'i18next'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLanguage, startI18n } from './i18n.ts'
import { LanguageScope } from './LanguageScope.tsx'
import { useTranslation, useTranslationAtOnce } from './use-translation.ts'

beforeEach(() => startI18n('DE'))
afterEach(() => act(() => setLanguage('DE')))

function Title() {
  const { t } = useTranslation('absences')
  const { t: ofDocuments } = useTranslation('documents')
  return (
    <p>
      {t('title')}, {ofDocuments('edit.name')}
    </p>
  )
}

test('a component waits for the texts of its areas, and follows a change of the language', async () => {
  await act(async () => {
    render(
      <Suspense fallback="Gleich">
        <Title />
      </Suspense>,
      { wrapper: LanguageScope },
    )
    expect(i18next.hasLoadedNamespace('absences')).toBe(false)
  })
  await expect.poll(() => ['absences', 'documents'].every((area) => i18next.hasLoadedNamespace(area))).toBe(true)
  expect(await screen.findByText(said('DE'))).toBeVisible()
  await act(() => setLanguage('FR'))
  expect(await screen.findByText(said('FR'))).toBeVisible()
  expect(said('FR')).not.toBe(said('DE'))
})

function Failure() {
  const { t } = useTranslationAtOnce('failure')
  return <p role="alert">{t('broken.title')}</p>
}

test('a component that cannot wait shows keys until its texts have loaded', async () => {
  render(<Failure />, { wrapper: LanguageScope })
  expect(screen.getByRole('alert')).toHaveTextContent('broken.title')
  await expect.poll(() => screen.getByRole('alert').textContent).not.toBe('broken.title')
  expect(screen.getByRole('alert')).toHaveTextContent(i18next.t('failure:broken.title'))
})

const said = (lng: string) => `${i18next.t('absences:title', { lng })}, ${i18next.t('documents:edit.name', { lng })}`

test('a text asked for by its key alone is the same as that of i18next', async () => {
  await i18next.loadNamespaces(['ui', 'contacts'])
  const { result } = renderHook(() => useTranslation(['contacts', 'ui']), { wrapper: LanguageScope })
  const ask = result.current.t as (key: string) => unknown
  const contacts = keysOf(i18next.getResourceBundle('DE', 'contacts'))
  const keys = [...contacts, ...keysOf(i18next.getResourceBundle('DE', 'ui')).map((key) => `ui:${key}`)]
  expect(keys.length).toBeGreaterThan(100)
  const t = i18next.getFixedT('DE', ['contacts', 'ui']) as (key: string) => unknown
  for (const key of [...keys, 'nothing.of.that', 'ui:nothing']) expect(ask(key), key).toBe(t(key))
})

const keysOf = (texts: object, before = ''): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'object' ? keysOf(text, `${before}${key}.`) : [before + key],
  )
