import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../buttons/Button.tsx'

interface SubmitProps {
  /** The id of the form that is sent. */
  form: string
  loading?: boolean
  disabled?: boolean
  onClick?: () => void
  /** What sending it does, where that is not to save. */
  children?: ReactNode
}

/** Sends a form from beside it. */
export function SubmitButton({ form, children, ...props }: SubmitProps) {
  const { t } = useTranslation('ui')
  return (
    <Button type="submit" form={form} variant="contained" color="secondary" {...props}>
      {children ?? t('action.save')}
    </Button>
  )
}

/** Below a form in a dialog: away from it, and sent. */
export function FormActions({ onCancel, ...submit }: SubmitProps & { onCancel: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <>
      <Button onClick={onCancel}>{t('action.cancel')}</Button>
      <SubmitButton {...submit} />
    </>
  )
}
