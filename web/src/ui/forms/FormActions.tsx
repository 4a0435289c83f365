import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../buttons/Button.tsx'

interface SubmitProps {
  /** Id of the form to submit. */
  form: string
  loading?: boolean
  disabled?: boolean
  onClick?: () => void
  /** Label of the button, if it is not "save". */
  children?: ReactNode
}

/** A submit button outside its form. */
export function SubmitButton({ form, children, ...props }: SubmitProps) {
  const { t } = useTranslation('ui')
  return (
    <Button type="submit" form={form} variant="contained" color="secondary" {...props}>
      {children ?? t('action.save')}
    </Button>
  )
}

/** The buttons below a form in a dialog: cancel and submit. */
export function FormActions({ onCancel, ...submit }: SubmitProps & { onCancel: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <>
      <Button onClick={onCancel}>{t('action.cancel')}</Button>
      <SubmitButton {...submit} />
    </>
  )
}
