import { useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useField } from '../../ui/fields/use-field.ts'
import { Box } from '../../ui/layout/Box.tsx'
import { notify } from '../../ui/notices/snackbar.ts'
import { UserAvatar } from '../../ui/UserAvatar.tsx'
import { scaledPicture } from './scaled-picture.ts'

export function AvatarField({ username }: { username: string }) {
  const { t } = useTranslation('users')
  const { value, onChange } = useField('avatarSmall')
  const input = useRef<HTMLInputElement>(null)

  async function take(file: File | undefined) {
    if (!file) return
    try {
      onChange(await scaledPicture(file))
    } catch {
      notify(t('avatar.failed'), { severity: 1 })
    }
  }

  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
      <UserAvatar username={username || '–'} image={(value as string | null) ?? undefined} size={40} />
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('avatar.choose')}
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button variant="outlined" color="inherit" onClick={() => input.current?.click()}>
        {t('avatar.choose')}
      </Button>
      {value && <Button onClick={() => onChange(null)}>{t('avatar.remove')}</Button>}
    </Box>
  )
}
