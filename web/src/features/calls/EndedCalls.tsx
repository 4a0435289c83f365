import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentUser } from '../../session/session.ts'
import { PhoneLink } from '../contacts/PhoneLink.tsx'
import { useCallWords } from './call-words.ts'
import { useOwnCalls } from './use-own-calls.ts'

/** So long after its end a call is offered to be written down; later it stands in the list. */
const offeredMs = 120_000

/** A call that the signed-in person has just ended, to be written down by one click. */
export function EndedCalls() {
  const { t } = useTranslation('calls')
  const { username } = useCurrentUser()
  const { calls, isOpen, writeDown, isPending } = useOwnCalls()
  const { nameOf, aboutOf } = useCallWords()
  const [done, setDone] = useState<readonly string[]>([])
  const ended = calls.find(
    (call) =>
      isOpen(call) &&
      !done.includes(call.id) &&
      (call.answeredBy ?? username) === username &&
      Date.now() - Date.parse(call.endedUtc ?? '') < offeredMs,
  )
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
      <IconButton
        size="small"
        aria-label={t('dismiss', { name: nameOf(ended) })}
        onClick={() => setDone([...done, ended.id])}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
    </Paper>
  )
}
