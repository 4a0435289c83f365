import { useEffect } from 'react'
import { useFormState } from 'react-hook-form'

/** Within a form of a dialog whose own guard asks about it, whatever else on the screen is unsaved. */
export function FollowDirty({ onChange }: { onChange: (dirty: boolean) => void }) {
  const { isDirty } = useFormState()
  useEffect(() => onChange(isDirty), [onChange, isDirty])
  return null
}
