import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslationAtOnce } from '../../i18n/use-translation.ts'
import { inTab } from '../../state/storage.ts'
import { NotLoaded } from '../lazy-screen.ts'
import './failure.css'
import { isReachable } from './reachable.ts'

const retrySeconds = 120
/** The first answer after the network is back may fail still. */
const awaySeconds = 4
/** What the page was reloaded for already: once more would go round in a circle. */
const reloadedKey = 'glut.reloaded'

/** Stands in the place of a screen that broke, or whose code could not be loaded. Part of the first load, so it is always there. */
export function FailurePage({ error }: ErrorComponentProps) {
  const { t } = useTranslationAtOnce('failure')
  const router = useRouter()
  const notLoaded = isLoadFailure(error)
  const { isAway, reload } = useReload(error, notLoaded)
  if (isAway === undefined) return null
  const cause = isAway ? 'away' : notLoaded ? 'load' : 'broken'
  return (
    <section className="failure" role="alert">
      <h1>{t(`${cause}.title`)}</h1>
      <p>{cause === 'load' ? t('load.message', { seconds: retrySeconds }) : t(`${cause}.message`)}</p>
      <p className="failure-actions">
        {!notLoaded && (
          <button type="button" onClick={() => void router.invalidate()}>
            {t('retry')}
          </button>
        )}
        <button type="button" onClick={() => void reload()}>
          {t(isAway ? 'retry' : 'reload')}
        </button>
      </p>
    </section>
  )
}

/**
 * Reloads the page where the server answers: at once for a screen that could not be loaded for the first time, when the
 * network is back, and from time to time, more often where the server is away. `isAway` is undefined until it is known.
 */
function useReload(error: unknown, notLoaded: boolean) {
  const [isAway, setAway] = useState<boolean | undefined>(notLoaded ? undefined : false)
  async function reload() {
    const reachable = await isReachable()
    if (reachable) location.reload()
    else setAway(true)
  }
  const begin = useEffectEvent(async () => {
    const isFirst = error instanceof NotLoaded && inTab.read(reloadedKey) !== error.message
    const reachable = await isReachable()
    if (reachable && isFirst) {
      inTab.write(reloadedKey, error.message)
      location.reload()
    } else setAway(!reachable)
  })
  const again = useEffectEvent(reload)
  useEffect(() => {
    if (!notLoaded) return
    void begin()
    const retry = () => void again()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [notLoaded])
  useEffect(() => {
    if (!notLoaded) return
    const timer = setInterval(() => void again(), (isAway ? awaySeconds : retrySeconds) * 1000)
    return () => clearInterval(timer)
  }, [notLoaded, isAway])
  return { isAway, reload }
}

/** Browsers say this each in their own words. */
const isLoadFailure = (error: unknown) =>
  error instanceof NotLoaded ||
  (error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message))
