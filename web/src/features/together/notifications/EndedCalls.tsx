import CloseIcon from '@mui/icons-material/Close'
import { useEffect, useRef, useState } from 'react'
import type { PhoneCall } from '#contract/calls/calls'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { useCallWords } from '../../calls/call-words.ts'
import { useOwnCalls } from '../../calls/use-own-calls.ts'
import { PhoneLink } from '../../contacts/PhoneLink.tsx'
import { msToAnswer, takeUnannounced } from './announced.ts'

/** Offers to record a call that has just ended; only one tab of the browser does. */
export function EndedCalls() {
  const { t } = useTranslation('calls')
  const { calls, isOpen, writeDown, isPending } = useOwnCalls()
  const { nameOf, aboutOf } = useCallWords()
  const { said, unsay } = useSaid(calls)
  const ended = calls.find((call) => isOpen(call) && said.has(call.id) && msToAnswer(endOf(call)) !== 0)
  if (!ended) return null
  return (
    <Paper elevation={6} sx={{ display: 'flex', alignItems: 'center', gap: 1, pl: 3, py: 2, pointerEvents: 'auto' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {ended.contactName || !ended.number ? nameOf(ended) : <PhoneLink number={ended.number} color="inherit" />}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {ended.contactName && ended.number && (
            <>
              <PhoneLink number={ended.number} /> ·{' '}
            </>
          )}
          {aboutOf(ended)}
        </Typography>
      </Box>
      <Button color="inherit" disabled={isPending} onClick={() => writeDown(ended)}>
        {t('writeDown')}
      </Button>
      <IconButton aria-label={t('dismiss', { name: nameOf(ended) })} onClick={() => unsay(ended.id)}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </Paper>
  )
}

/** Returns the end of a call as an announcement, shown as long as that of its start. */
const endOf = ({ id, endedUtc }: PhoneCall) => ({
  id: `end ${id}`,
  call: id,
  createdUtc: endedUtc ?? '',
  notificationType: 'INCOMING_CALL' as const,
})

/** Holds the ended calls announced in this tab; older ones are only in the list. */
function useSaid(calls: readonly PhoneCall[]) {
  const { id: userId, username } = useCurrentUser()
  const [said, setSaid] = useState<ReadonlySet<string>>(new Set())
  const asked = useRef(new Set<string>())
  const news = calls.filter(({ id, state, answeredBy, contactRef }) => {
    return state === 'ENDED' && contactRef && (answeredBy ?? username) === username && !asked.current.has(id)
  })
  const latest = useRef(take)
  latest.current = take
  async function take() {
    for (const { id } of news) asked.current.add(id)
    const taken = await takeUnannounced(userId, news.map(endOf))
    if (taken.length > 0) setSaid((before) => new Set([...before, ...taken.map(({ call }) => call)]))
  }
  const names = news.map(({ id }) => id).join()
  useEffect(() => {
    if (names) void latest.current()
  }, [names])
  return {
    said,
    unsay: (call: string) => setSaid((before) => new Set([...before].filter((one) => one !== call))),
  }
}
