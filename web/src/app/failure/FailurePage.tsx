import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslationAtOnce } from '../../i18n/use-translation.ts'
import { inTab } from '../../state/storage.ts'
import { NotLoaded } from '../lazy-screen.ts'
import './failure.css'
import { isReachable } from './reachable.ts'

const retrySeconds = 120
/**
 * Seconds between retries while the server is unreachable: the first request after the network is back may still fail.
 */
const awaySeconds = 4
/** Storage key of the error for which the page was already reloaded, to avoid an endless loop. */
const reloadedKey = 'glut.reloaded'

/**
 * Replaces a screen that threw an error or could not be loaded. Part of the first load, so that it is always available.
 */
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
 * Reloads the page once the server answers: at once for the first load failure of a screen, when the network is back,
 * and periodically, more often while the server is unreachable. `isAway` is undefined until it is known.
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

/** Returns whether an error is a failed load; each browser words it differently. */
const isLoadFailure = (error: unknown) =>
  error instanceof NotLoaded ||
  (error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message))
