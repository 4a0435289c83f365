import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import './failure.css'

const retrySeconds = 120

/** Stands in the place of a screen that broke, or whose code could not be loaded. Part of the first load, so it is always there. */
export function FailurePage({ error }: ErrorComponentProps) {
  const { t } = useTranslation('failure', { useSuspense: false })
  const router = useRouter()
  const notLoaded = isLoadFailure(error)
  useEffect(() => {
    if (!notLoaded) return
    const timer = setTimeout(() => location.reload(), retrySeconds * 1000)
    return () => clearTimeout(timer)
  }, [notLoaded])
  return (
    <section className="failure" role="alert">
      <h1>{notLoaded ? t('load.title') : t('broken.title')}</h1>
      <p>{notLoaded ? t('load.message', { seconds: retrySeconds }) : t('broken.message')}</p>
      <p className="failure-actions">
        {!notLoaded && (
          <button type="button" onClick={() => void router.invalidate()}>
            {t('retry')}
          </button>
        )}
        <button type="button" onClick={() => location.reload()}>
          {t('reload')}
        </button>
      </p>
    </section>
  )
}

/** Browsers say this each in their own words. */
const isLoadFailure = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message)
