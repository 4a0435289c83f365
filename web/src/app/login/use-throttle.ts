import { useEffect, useEffectEvent, useState } from 'react'
import { blocking, type Throttle } from './throttle.ts'

/** Returns the failures so far with a clock that runs while they block; repeats the queued attempt after the wait. */
export function useThrottle(username: string, attempt: () => void) {
  const [throttle, setThrottle] = useState<Throttle | null>(null)
  const [queued, setQueued] = useState(false)
  const [now, setNow] = useState(Date.now)
  const blocked = blocking(throttle, username, now) !== 'free'

  const onTick = useEffectEvent(() => {
    setNow(Date.now())
    if (queued && blocking(throttle, username, Date.now()) === 'free') attempt()
  })
  useEffect(() => {
    if (!blocked) return
    const timer = setInterval(onTick, 250)
    return () => clearInterval(timer)
  }, [blocked])

  function change(next: Throttle) {
    setNow(Date.now())
    setThrottle(next)
  }
  return { throttle, setThrottle: change, now, queued: queued && blocked, setQueued }
}
