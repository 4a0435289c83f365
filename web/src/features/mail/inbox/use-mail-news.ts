import { useEffect, useEffectEvent } from 'react'
import { limits } from '#contract/limits'

/** Calls when there may be news: from time to time while the page is looked at, and when somebody comes back to it. */
export function useMailNews(onNews: () => void): void {
  const tell = useEffectEvent(onNews)
  useEffect(() => {
    const look = () => {
      if (!document.hidden) tell()
    }
    const timer = setInterval(look, limits.email.pollMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
}
