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
import { memo, type RefObject, useEffect, useEffectEvent, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { KnownField } from '#contract/lists/placeholders'
import { pageNonce } from '../../theme/page-nonce.ts'
import { notify } from '../notices/snackbar.ts'
import { contentLook } from './content-look.ts'
import { forEditor, fromEditor } from './html.ts'
import type { Gallery } from './PictureButton.tsx'
import { filesPasted, readPasted } from './pasted.ts'
import { PlaceholderNode } from './placeholder-node.ts'
import { Toolbar } from './Toolbar.tsx'
import { useInsertFile } from './use-insert-file.ts'
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

export const Editor = memo(function Editor(props: RichTextProps) {
  const {
    label,
    value,
    onChange,
    onBlur,
    fields = none,
    gallery,
    error,
    required,
    height = 500,
    onReady,
    filling,
  } = props
  const { t } = useTranslation('richText')
  const id = useId()
  const labelOf = usePlaceholderLabel()
  const written = useRef(value)
  const begun = useRef(false)
  const change = useEffectEvent(onChange)
  const blur = useEffectEvent(() => onBlur?.())
  const putIn = useEffectEvent((file: File) => insertFile(file))
  const leaveOut = useEffectEvent((count: number) => {
    if (count > 0) notify(t('picturesLeftOut', { count }), { severity: 3 })
  })

  const signature = useRef(filling?.signature)
  const marksGaps = filling !== undefined
  const extensions = useMemo(() => extensionsWith(labelOf, signature, marksGaps), [labelOf, marksGaps])
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
        transformPastedHTML: (html) => {
          const pasted = readPasted(html)
          leaveOut(pasted.leftOut)
          return pasted.html
        },
        handlePaste: (_view, { clipboardData }) => {
          const files = filesPasted(clipboardData)
          for (const file of files) void putIn(file)
          return files.length > 0
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

  const insertFile = useInsertFile(editor)

  const ready = useEffectEvent(() => onReady?.(() => editor?.commands.focus()))
  useEffect(() => {
    if (editor && !editor.isDestroyed) ready()
  }, [editor])

  useEffect(() => {
    signature.current = filling?.signature
    if (editor && !editor.isDestroyed) for (const draw of editor.storage.placeholder.draw) draw()
  }, [editor, filling?.signature])
  const tellGaps = useEffectEvent(() => filling?.onGaps((fromStart) => toNextGap(editor, fromStart)))
  useEffect(() => {
    if (editor && !editor.isDestroyed) tellGaps()
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
})

/** Chooses the next placeholder that nobody filled in. */
function toNextGap(editor: TiptapEditor, fromStart: boolean): boolean {
  const after = fromStart ? -1 : editor.state.selection.from
  let found = -1
  editor.state.doc.descendants((node, at) => {
    if (found < 0 && node.type.name === 'placeholder' && node.attrs.inner !== signatureField && at > after) found = at
  })
  if (found < 0) return false
  const isChosen = editor.chain().focus().setNodeSelection(found).scrollIntoView().run()
  // Tiptap gives the focus with the next frame: what is typed before that would go into the field that had it
  editor.view.focus()
  return isChosen
}

const signatureField = 'userSignature'
const plainLink = { target: null, rel: null, class: null }

const extensionsWith = (
  labelOf: (inner: string) => string,
  signature: RefObject<string | undefined>,
  marksGaps: boolean,
) => [
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
  PlaceholderNode.configure({
    labelOf,
    marksGaps,
    shownAs: (inner) => (inner === signatureField ? signature.current : undefined),
  }),
]

/** Read from elements and not from HTML, in which a content policy refuses styles. */
const contentOf = (html: string, schema: Schema): JSONContent =>
  DOMParser.fromSchema(schema).parse(forEditor(html)).toJSON()
