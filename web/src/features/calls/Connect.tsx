import Alert from '@mui/material/Alert'
import { useState } from 'react'
import type { Provider } from '#contract/calls/calls'
import { telephonyApi } from '#contract/calls/telephony'
import { type Endpoint, pathOf } from '#contract/endpoint'
import { pathTo } from '#contract/routes'
import { accessKeyApi } from '#contract/users/access-keys'
import { useApiMutation } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCurrentUser } from '../../session/session.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ScreenLink } from '../../ui/navigation/ScreenLink.tsx'
import { Typography } from '../../ui/text/Typography.tsx'

/** Endpoints to enter at each provider. 3CX is configured by its template. */
const calls: Partial<Record<Provider, Endpoint>> = {
  GENERIC: telephonyApi.tellByForm,
  SIPGATE: telephonyApi.sipgate,
  PLACETEL: telephonyApi.placetel,
}

/** The settings to enter at a provider, including a new access key. */
export function Connect({ provider }: { provider: Provider }) {
  const { t } = useTranslation('telephony')
  const own = useCurrentUser().id
  const make = useApiMutation(accessKeyApi.add)
  const [keys, setKeys] = useState<Partial<Record<Provider, string>>>({})
  const key = keys[provider]
  const signs = provider === 'PLACETEL'

  function makeKey() {
    const body = { title: t(`provider.${provider}`), scope: 'TELEPHONY' as const, userRef: own, signs }
    make.mutate({ body }, { onSuccess: (made) => setKeys({ ...keys, [provider]: made.key }) })
  }

  return (
    <Panel title={t('connect.title')}>
      <Box sx={{ display: 'grid', gap: 2, px: 3, pb: 3 }}>
        <Typography variant="body2">{t(`connect.is.${provider}`)}</Typography>
        <Typography variant="body2">{t('connect.extensions')}</Typography>
        {key ? (
          <>
            <Alert severity="warning" variant="outlined">
              {t('connect.once')}
            </Alert>
            {toEnter(provider, key).map(([name, text]) => (
              <ToCopy key={name} name={t(`connect.${name}`)} text={text} />
            ))}
          </>
        ) : (
          <Typography variant="body2" color="textSecondary">
            {t('connect.keyFirst')}
          </Typography>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
          {!key && (
            <Button variant="outlined" disabled={make.isPending} onClick={makeKey}>
              {t('connect.makeKey')}
            </Button>
          )}
          {provider === 'THREE_CX' && (
            <Button component="a" href={pathOf(telephonyApi.threeCxTemplate)} download>
              {t('connect.template')}
            </Button>
          )}
          <ScreenLink href={pathTo('accessKeys')}>{t('toKeys')}</ScreenLink>
        </Box>
        {provider !== 'GENERIC' && (
          <Typography variant="body2" color="textSecondary">
            {t('connect.notTried')}
          </Typography>
        )}
      </Box>
    </Panel>
  )
}

function toEnter(provider: Provider, key: string): ['address' | 'key' | 'secret', string][] {
  const endpoint = calls[provider]
  if (!endpoint) return [['key', key]]
  const [id = '', secret = ''] = key.split('.')
  const addressed = (shown: string) => `${window.location.origin}${pathOf(endpoint, { key: shown })}`
  if (provider !== 'PLACETEL') return [['address', addressed(key)]]
  return [
    ['address', addressed(id)],
    ['secret', secret],
  ]
}

function ToCopy({ name, text }: { name: string; text: string }) {
  const { t } = useTranslation('telephony')
  return (
    <Box>
      <Typography variant="body2" color="textSecondary">
        {name}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box component="code" sx={{ flex: 1, overflowWrap: 'anywhere', userSelect: 'all' }}>
          {text}
        </Box>
        <CopyButton text={text} label={t('connect.copy', { what: name })} />
      </Box>
    </Box>
  )
}
