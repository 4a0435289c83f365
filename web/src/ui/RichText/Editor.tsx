import FormHelperText from '@mui/material/FormHelperText'
import { EditorContent } from '@tiptap/react'
import { memo, useId } from 'react'
import type { KnownField } from '#contract/lists/placeholders'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Box } from '../layout/Box.tsx'
import { Typography } from '../text/Typography.tsx'
import { contentLook } from './content-look.ts'
import type { Gallery } from './PictureButton.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useRichText } from './use-rich-text.ts'

/** Puts the cursor into the text, to its start where that is said, and writes there what was typed before. */
export type FocusText = (where?: 'start', text?: string) => void

export interface RichTextProps {
  label: string
  /** HTML with `{{…}}`. A change from outside is taken over. */
  value: string
  onChange: (html: string) => void
  onBlur?: () => void
  /** The fields that can be put into the text; none leaves the button away. */
  fields?: readonly KnownField[]
  /** Where pictures come from beside the own computer. */
  gallery?: Gallery
  error?: string
  required?: boolean
  height?: number
  /** Told how to put the cursor into the text. */
  onReady?: (focus: FocusText) => void
  /** In a message that is being written: the signature that will stand there, and placeholders marked as gaps. */
  filling?: Filling
}

interface Filling {
  /** HTML; undefined until it is known. */
  readonly signature: string | undefined
  /** Told how to go to the next gap behind the cursor; false where there is none. */
  readonly onGaps: (next: (fromStart: boolean) => boolean) => void
}

const none: readonly KnownField[] = []

/** Where a formatted text is written, with its tools above it. */
export const Editor = memo(function Editor(props: RichTextProps) {
  const { label, fields = none, gallery, error, required, height = 500 } = props
  const { t } = useTranslation('richText')
  const id = useId()
  const editor = useRichText(props, id)
  return (
    <Box>
      <Typography id={`${id}-label`} variant="caption" component="div" color={error ? 'error' : 'textSecondary'}>
        {label}
        {required && ' *'}
      </Typography>
      <Box
        sx={{
          border: 1,
          borderColor: error ? 'error.main' : 'var(--outline)',
          borderRadius: 1,
          bgcolor: 'background.paper',
          '&:focus-within': { borderColor: error ? 'error.main' : 'var(--accent)' },
        }}
      >
        {editor && <Toolbar editor={editor} fields={fields} label={t('toolbar', { label })} gallery={gallery} />}
        <Box
          sx={{
            height,
            overflow: 'auto',
            '& .ProseMirror': { minHeight: '100%', p: 3, outline: 'none', ...contentLook },
          }}
        >
          <EditorContent editor={editor} style={{ height: '100%' }} />
        </Box>
      </Box>
      {error && (
        <FormHelperText id={`${id}-error`} error>
          {error}
        </FormHelperText>
      )}
    </Box>
  )
})
