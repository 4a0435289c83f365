import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import Typography from '@mui/material/Typography'
import type { JSONContent, Editor as TiptapEditor } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { DOMParser, type Schema } from '@tiptap/pm/model'
import { Selection } from '@tiptap/pm/state'
import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useEffectEvent, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { KnownField } from '#contract/lists/placeholders'
import { pageNonce } from '../../theme/page-nonce.ts'
import { contentLook } from './content-look.ts'
import { forEditor, fromEditor } from './html.ts'
import { PlaceholderNode } from './placeholder-node.ts'
import { type Gallery, Toolbar } from './Toolbar.tsx'
import { usePlaceholderLabel } from './use-placeholder-label.ts'

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
  onReady?: (focus: () => void) => void
}

export function Editor(props: RichTextProps) {
  const { label, value, onChange, onBlur, fields = [], gallery, error, required, height = 500, onReady } = props
  const { t } = useTranslation('richText')
  const id = useId()
  const labelOf = usePlaceholderLabel()
  const written = useRef(value)
  const begun = useRef(false)
  const change = useEffectEvent(onChange)
  const blur = useEffectEvent(() => onBlur?.())

  const extensions = useMemo(() => extensionsWith(labelOf), [labelOf])
  // Tiptap throws one away that is not mounted soon enough, and makes another
  const editor: TiptapEditor | null = useEditor(
    {
      extensions,
      onBeforeCreate: ({ editor: made }) => {
        made.options.content = contentOf(written.current, made.schema)
      },
      injectNonce: pageNonce(),
      shouldRerenderOnTransaction: false,
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-labelledby': `${id}-label`,
          ...(required ? { 'aria-required': 'true' } : {}),
        },
        handleDOMEvents: {
          focus: () => {
            begun.current = true
          },
          // below a text that leaves its first line empty, one writes there, and not behind a signature
          mousedown: (view, event) => {
            if (begun.current || event.target !== view.dom || view.state.doc.firstChild?.content.size !== 0) return
            event.preventDefault()
            view.dispatch(view.state.tr.setSelection(Selection.atStart(view.state.doc)))
            view.focus()
          },
        },
      },
      onUpdate: ({ editor: changed }) => {
        written.current = changed.isEmpty ? '' : fromEditor(changed.getHTML())
        change(written.current)
      },
      onBlur: () => blur(),
    },
    [extensions],
  )

  useEffect(() => {
    if (value === written.current) return
    written.current = value
    // the one that follows begins with it
    if (editor && !editor.isDestroyed)
      editor.commands.setContent(contentOf(value, editor.schema), { emitUpdate: false })
  }, [editor, value])

  const ready = useEffectEvent(() => onReady?.(() => editor?.commands.focus()))
  useEffect(() => {
    if (editor && !editor.isDestroyed) ready()
  }, [editor])

  useEffect(() => {
    editor?.setOptions({
      editorProps: {
        ...editor.options.editorProps,
        attributes: {
          ...(editor.options.editorProps.attributes as Record<string, string>),
          'aria-invalid': String(error !== undefined),
          'aria-describedby': error === undefined ? '' : `${id}-error`,
        },
      },
    })
  }, [editor, error, id])

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
}

const plainLink = { target: null, rel: null, class: null }

const extensionsWith = (labelOf: (inner: string) => string) => [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      protocols: ['mailto', 'tel'],
      defaultProtocol: 'https',
      HTMLAttributes: plainLink,
    },
  }),
  Image.configure({ allowBase64: true }),
  TableKit.configure({ table: { resizable: false } }),
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  PlaceholderNode.configure({ labelOf }),
]

/** Read from elements and not from HTML, in which a content policy refuses styles. */
const contentOf = (html: string, schema: Schema): JSONContent =>
  DOMParser.fromSchema(schema).parse(forEditor(html)).toJSON()
