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

/** Sets the cursor in the text, at its start with `'start'`, and inserts `text` there. */
export type FocusText = (where?: 'start', text?: string) => void

export interface RichTextProps {
  label: string
  /** HTML with `{{…}}` placeholders. A change from outside replaces the text. */
  value: string
  onChange: (html: string) => void
  onBlur?: () => void
  /** Placeholder fields that can be inserted; without any the button is hidden. */
  fields?: readonly KnownField[]
  /** Dialog to choose an uploaded picture, besides files of the user's computer. */
  gallery?: Gallery
  error?: string
  required?: boolean
  height?: number
  /** Called with a function that sets the cursor in the text. */
  onReady?: (focus: FocusText) => void
  /** Set while a message is written: previews the signature and marks placeholders as gaps. */
  filling?: Filling
}

interface Filling {
  /** HTML of the signature; undefined while it is loading. */
  readonly signature: string | undefined
  /** Called with a function that selects the next gap after the cursor and returns false if there is none. */
  readonly onGaps: (next: (fromStart: boolean) => boolean) => void
}

const none: readonly KnownField[] = []

/** The rich text editor with its toolbar. */
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
