import Button from '@mui/material/Button'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

/** Brings the next comments when it comes into sight, or is pressed. */
export function OlderButton({ left, onClick }: { left: number; onClick: () => void }) {
  const { t } = useTranslation('comments')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const watching = new IntersectionObserver(([seen]) => seen?.isIntersecting && onClick(), { rootMargin: '400px' })
    if (button.current) watching.observe(button.current)
    return () => watching.disconnect()
  }, [onClick])
  return (
    <Button ref={button} onClick={onClick} sx={{ justifySelf: 'center' }}>
      {t('older', { count: left })}
    </Button>
  )
}
