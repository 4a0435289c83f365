import { useId } from 'react'
import { limits } from '#contract/limits'
import { type Letterhead, letterheadApi } from '#contract/orders/letterhead'
import { call } from '../../../api/client.ts'
import { changeThen, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { FileDropZone } from '../../../ui/files/FileDropZone.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { printableLogo } from './printable-logo.ts'

const accept = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
  'image/svg+xml': ['.svg'],
}

/** The logo; changes are saved at once. */
export function LogoField({ letterhead: { logoRef } }: { letterhead: Letterhead }) {
  const { t } = useTranslation('templates')
  const heading = useId()
  const { t: ui } = useTranslation('ui')
  const save = useApiMutation(letterheadApi.saveLogo)
  const remove = useApiMutation(letterheadApi.removeLogo)
  const keep = (file: File, former?: File) =>
    changeThen(save, { file, query: {} }, (now) => tell(t('letterhead.kept'), former, now))
  function tell(done: string, former: File | undefined, now: Letterhead) {
    // the undo must not replace a logo another user has set since
    const query = { insteadOf: now.logoRef ?? '' }
    const undo = (file: File) =>
      changeThen(save, { file, query }, (back) => tell(t('letterhead.kept'), undefined, back))
    const action = former && { label: ui('action.undo'), onClick: () => undo(former) }
    notify(done, { topic: 'logo', action })
  }
  /** Loads the current logo for the undo. */
  async function formerLogo() {
    const logo = logoRef && (await call(letterheadApi.logo, {}).catch(() => null))
    return logo ? new File([logo], 'logo', { type: logo.type }) : undefined
  }
  async function take([file]: File[]) {
    if (!file) return
    const logo = await printableLogo(file).catch(() => null)
    if (logo) keep(logo, await formerLogo())
    else notify(t('letterhead.unreadable'), { severity: 1 })
  }
  async function takeOff() {
    const former = await formerLogo()
    changeThen(remove, {}, (now) => tell(t('letterhead.removed'), former, now))
  }
  return (
    <Box component="section" aria-labelledby={heading} sx={{ display: 'grid', gap: 2 }}>
      <Typography id={heading} variant="h3">
        {t('letterhead.logo')}
      </Typography>
      {logoRef && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
          <Box
            component="img"
            src={`${letterheadApi.logo.path}?${logoRef}`}
            alt={t('letterhead.logo')}
            sx={{ maxWidth: 200, maxHeight: 64, p: 1, bgcolor: '#fff', border: '1px solid', borderColor: 'divider' }}
          />
          <Button disabled={remove.isPending} onClick={() => void takeOff()}>
            {t('letterhead.remove')}
          </Button>
        </Box>
      )}
      <FileDropZone
        multiple={false}
        accept={accept}
        label={t('letterhead.drop')}
        hint={t('letterhead.dropHint', { pixels: limits.letterhead.logoPixels })}
        onFiles={(files) => void take(files)}
        onRefused={([sentence]) => sentence && notify(sentence, { severity: 1 })}
      />
    </Box>
  )
}
