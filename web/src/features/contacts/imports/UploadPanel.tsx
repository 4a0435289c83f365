import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { importApi } from '#contract/contacts/imports'
import { limits } from '#contract/limits'
import { call } from '../../../api/client.ts'
import { remember } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { FileDropZone } from '../../../ui/files/FileDropZone.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { useGone } from '../../../ui/rendering/use-gone.ts'
import { Progress } from '../../../ui/states/Progress.tsx'

/** Uploads a file with progress, then opens its preview. */
export function UploadPanel() {
  const { t } = useTranslation('imports')
  const go = useGo()
  const client = useQueryClient()
  const gone = useGone()
  const [share, setShare] = useState(0)
  const [refused, setRefused] = useState<string[]>([])
  const upload = useMutation({
    mutationFn: (file: File) => call(importApi.upload, { file }, { onProgress: setShare }),
    meta: { quiet: true },
    onMutate: () => {
      setShare(0)
      setRefused([])
    },
    onError: (error, file) => {
      if (gone.current) notify([file.name, error.message].join(': '), { severity: 3 })
    },
    onSuccess: (answer) => {
      remember(client, importApi.get, { params: { id: answer.id } }, answer)
      go('csvImport', { id: answer.id })
    },
  })
  const name = upload.variables?.name ?? ''

  return (
    <Box sx={{ mb: 4 }}>
      {upload.isPending ? (
        <Box sx={{ py: 5 }}>
          {share < 1 ? (
            <Progress label={t('upload.running', { name })} value={share * 100} />
          ) : (
            <Progress label={t('upload.checking', { name })} />
          )}
        </Box>
      ) : (
        <FileDropZone
          label={t('upload.label')}
          hint={t('upload.hint')}
          multiple={false}
          maxBytes={limits.import.fileBytes}
          onFiles={([file]) => file && upload.mutate(file)}
          onRefused={setRefused}
        />
      )}
      {upload.error && (
        <Alert severity="error" variant="outlined" sx={{ mt: 2 }} onClose={() => upload.reset()}>
          <AlertTitle>{t('upload.failed', { name })}</AlertTitle>
          {upload.error.message}
        </Alert>
      )}
      {refused.map((sentence) => (
        <Alert key={sentence} severity="error" variant="outlined" sx={{ mt: 2 }} onClose={() => setRefused([])}>
          {sentence}
        </Alert>
      ))}
    </Box>
  )
}
