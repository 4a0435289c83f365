import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import { Suspense, useState } from 'react'
import type { PhoneCall } from '#contract/calls/calls'
import { pathTo } from '#contract/routes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { formatDateTime } from '../../ui/dates/zone.ts'
import { Box } from '../../ui/layout/Box.tsx'
import { ScreenLink } from '../../ui/navigation/ScreenLink.tsx'
import { lazyPart } from '../../ui/rendering/lazy-part.tsx'
import { Typography } from '../../ui/text/Typography.tsx'
import { PhoneLink } from '../contacts/PhoneLink.tsx'
import { useCallWords } from './call-words.ts'
import { useOwnCalls } from './use-own-calls.ts'

const CallBackDialog = lazyPart(() => import('./CallBackDialog.tsx'), 'CallBackDialog')

/** The calls of the past day. A finished call can be recorded as an encounter, a missed one called back. */
export function OwnCalls({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('calls')
  const { calls, isOpen, isToCallBack, writeDown, isPending } = useOwnCalls()
  const [missed, setMissed] = useState<PhoneCall | null>(null)
  const { nameOf, aboutOf } = useCallWords()
  if (calls.length === 0) return null
  return (
    <Box component="section" aria-label={t('own')}>
      <Typography component="h3" variant="body2" sx={{ fontWeight: 600, px: 4, pt: 2 }}>
        {t('own')}
      </Typography>
      <List dense disablePadding sx={{ maxHeight: 250, overflow: 'auto', pb: 2 }}>
        {calls.map((call) => (
          <ListItem key={call.id} sx={{ px: 4, gap: 2, alignItems: 'center' }}>
            <ListItemText
              primary={
                call.contactRef ? (
                  <ScreenLink href={pathTo('contact', { id: call.contactRef })} onClick={onLeave}>
                    {nameOf(call)}
                  </ScreenLink>
                ) : (
                  <NameOrNumber call={call} name={nameOf(call)} />
                )
              }
              secondary={
                <>
                  {call.contactName && call.number && (
                    <>
                      <PhoneLink number={call.number} /> ·{' '}
                    </>
                  )}
                  {[aboutOf(call), formatDateTime(call.startedUtc), call.encounterRef && t('writtenDown')]
                    .filter(Boolean)
                    .join(' · ')}
                </>
              }
            />
            {isOpen(call) ? (
              <Button
                color="inherit"
                disabled={isPending}
                aria-label={t('writeDownOf', { name: nameOf(call) })}
                onClick={() => writeDown(call)}
              >
                {t('writeDown')}
              </Button>
            ) : (
              isToCallBack(call) && (
                <Button
                  color="inherit"
                  aria-label={t('callBack.of', { name: nameOf(call) })}
                  onClick={() => setMissed(call)}
                >
                  {t('callBack.label')}
                </Button>
              )
            )}
          </ListItem>
        ))}
      </List>
      {missed?.contactRef && (
        <Suspense>
          <CallBackDialog call={missed} contactRef={missed.contactRef} onClose={() => setMissed(null)} />
        </Suspense>
      )}
    </Box>
  )
}

/** Shows a link to the number if no contact has it, else the name. */
function NameOrNumber({ call, name }: { call: PhoneCall; name: string }) {
  return call.number && !call.contactName ? <PhoneLink number={call.number} color="inherit" /> : name
}
