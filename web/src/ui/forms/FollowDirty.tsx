import { useEffect } from 'react'
import { useFormState } from 'react-hook-form'

/** Reports whether the form is dirty, for a dialog with its own guard against closing. */
export function FollowDirty({ onChange }: { onChange: (dirty: boolean) => void }) {
  const { isDirty } = useFormState()
  useEffect(() => onChange(isDirty), [onChange, isDirty])
  return null
}
