import LinearProgress from '@mui/material/LinearProgress'
import { type Encounter, encounterApi } from '#contract/contacts/encounters'
import type { VoiceMemo } from '#contract/contacts/voice-memos'
import { pathOf } from '#contract/endpoint'
import { ApiError } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { AudioPlayer } from './AudioPlayer.tsx'

/** The player of a voice memo and the state of its transcription. */
export function Recording({ encounter, memo, name }: { encounter: Encounter; memo: VoiceMemo; name: string }) {
  const params = { id: encounter.contactRef, encId: encounter.id }
  return (
    <Box sx={{ maxWidth: 520 }}>
      <AudioPlayer
        src={`${pathOf(encounterApi.voiceMemo, params)}?isPreview=true`}
        seconds={memo.seconds}
        name={name}
      />
      <TranscriptionState memo={memo} />
    </Box>
  )
}

function TranscriptionState({ memo: { transcription, reason } }: { memo: VoiceMemo }) {
  const { t } = useTranslation('encounters')
  const busy = transcription === 'WAITING' || transcription === 'RUNNING'
  const sentence = [
    busy || transcription === 'FAILED' ? t(`transcription.${transcription}`) : '',
    reason ? t(`reason.${reason}`) : '',
  ]
    .filter(Boolean)
    .join(' ')
  if (sentence === '') return null
  return (
    <Box sx={{ pb: 1 }}>
      <Typography role="status" variant="caption" color={transcription === 'FAILED' ? 'error' : 'textSecondary'}>
        {sentence}
      </Typography>
      {busy && <LinearProgress aria-label={t(`transcription.${transcription}`)} color="secondary" />}
    </Box>
  )
}

/** Returns a function that transcribes a voice memo again; asks before it replaces an edited text. */
export function useTranscribe() {
  const { t } = useTranslation('encounters')
  const confirm = useConfirm()
  const transcribe = useApiMutation(encounterApi.transcribe, {
    quiet: ['TRANSCRIPT_EDITED'],
  })
  return async ({ id: encId, contactRef: id }: Encounter) => {
    const params = { id, encId }
    try {
      await transcribe.mutateAsync({ params })
    } catch (error) {
      // the snackbar already shows other errors
      if (!(error instanceof ApiError) || error.problem.code !== 'TRANSCRIPT_EDITED') return
      const texts = { title: t('overwrite.title'), message: t('overwrite.message'), ok: t('overwrite.ok') }
      if (await confirm(texts)) transcribe.mutate({ params, query: { overwrite: 'true' } })
    }
  }
}
