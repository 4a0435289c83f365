import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'

/** Loads older comments when it becomes visible or is pressed. */
export function OlderButton({ left, loading, onClick }: { left: number; loading: boolean; onClick: () => void }) {
  const { t } = useTranslation('comments')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (loading) return
    const watching = new IntersectionObserver(([seen]) => seen?.isIntersecting && onClick(), { rootMargin: '400px' })
    if (button.current) watching.observe(button.current)
    return () => watching.disconnect()
  }, [loading, onClick])
  return (
    <Button ref={button} loading={loading} onClick={onClick} sx={{ justifySelf: 'center' }}>
      {t('older', { count: left })}
    </Button>
  )
}
