import { Suspense } from 'react'
import { type FieldProps, useField } from '../fields/use-field.ts'
import { lazyPart } from '../rendering/lazy-part.tsx'
import { SkeletonLines } from '../states/SkeletonLines.tsx'
import type { RichTextProps } from './Editor.tsx'

/** Loaded with the first screen that shows an editor. */
const RichText = lazyPart(() => import('./Editor.tsx'), 'Editor')

type Props = Pick<FieldProps, 'name' | 'label' | 'required'> & Pick<RichTextProps, 'fields' | 'gallery' | 'height'>

/** A form field for rich text, stored as HTML. */
export function RichTextField({ name, ...props }: Props) {
  const { ref, message, value, onChange, onBlur } = useField(name)
  return (
    <Suspense fallback={<SkeletonLines />}>
      <RichText
        {...props}
        value={String(value ?? '')}
        onChange={onChange}
        onBlur={onBlur}
        error={message}
        onReady={(focus) => ref({ focus })}
      />
      {/* lets the form detect that the field is mounted */}
      <input type="hidden" name={name} />
    </Suspense>
  )
}
