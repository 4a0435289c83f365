import { useFormState } from 'react-hook-form'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'

/** The buttons below an editor in a list. */
export function EditorActions({ onCancel }: { onCancel: () => void }) {
  const { t: ui } = useTranslation('ui')
  const { isSubmitting } = useFormState()
  return (
    <Box sx={{ display: 'flex', justifyContent: 'end', gap: 2, mt: 2 }}>
      <Button onClick={onCancel}>{ui('action.cancel')}</Button>
      <Button type="submit" variant="contained" color="secondary" loading={isSubmitting}>
        {ui('action.save')}
      </Button>
    </Box>
  )
}
