import type { JSONContent, Editor as TiptapEditor } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { DOMParser, type Schema } from '@tiptap/pm/model'
import { Selection } from '@tiptap/pm/state'
import { useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { pageNonce } from '../../theme/page-nonce.ts'
import { notify } from '../notices/snackbar.ts'
import type { RichTextProps } from './Editor.tsx'
import { signatureField, toNextGap } from './gaps.ts'
import { forEditor, fromEditor } from './html.ts'
import { filesPasted, readPasted } from './pasted.ts'
import { PlaceholderNode } from './placeholder-node.ts'
import { useInsertFile } from './use-insert-file.ts'
import { usePlaceholderLabel } from './use-placeholder-label.ts'

/** Creates the editor; the elements `${id}-label` and `${id}-error` are its accessible name and description. */
export function useRichText(props: RichTextProps, id: string): TiptapEditor | null {
  const { value, onChange, onBlur, error, required, onReady, filling } = props
  const { t } = useTranslation('richText')
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
  // Tiptap destroys an editor that is not mounted soon enough and creates another
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
          // a click below the text sets the cursor in the empty first line instead of after a signature
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
  const insertFile = useInsertFile(editor)
  useTakenOver(editor, value, written)

  const ready = useEffectEvent(() =>
    onReady?.((where, text = '') => {
      const chain = editor?.chain().focus(where)
      if (text === '') chain?.run()
      else chain?.insertContent({ type: 'text', text }).run()
      // Tiptap sets the focus one frame later
      editor?.view.focus()
    }),
  )
  useEffect(() => {
    if (editor && !editor.isDestroyed) ready()
  }, [editor])

  useFilling(editor, filling, signature)
  useErrorRead(editor, error, id)
  return editor
}

/** Replaces the content of the editor if `value` changes from outside. */
function useTakenOver(editor: TiptapEditor | null, value: string, written: RefObject<string>) {
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    // an editor created later starts with `written`
    if (editor && !editor.isDestroyed)
      editor.commands.setContent(contentOf(value, editor.schema), { emitUpdate: false })
  }, [editor, value, written])
}

/** Redraws the signature once it has loaded, and passes on the function that moves between gaps. */
function useFilling(
  editor: TiptapEditor | null,
  filling: RichTextProps['filling'],
  signature: RefObject<string | undefined>,
) {
  useEffect(() => {
    signature.current = filling?.signature
    if (editor && !editor.isDestroyed) for (const draw of editor.storage.placeholder.draw) draw()
  }, [editor, filling?.signature, signature])
  const tellGaps = useEffectEvent((made: TiptapEditor) => filling?.onGaps((fromStart) => toNextGap(made, fromStart)))
  useEffect(() => {
    if (editor && !editor.isDestroyed) tellGaps(editor)
  }, [editor])
}

/** Links the error message to the editor for screen readers. */
function useErrorRead(editor: TiptapEditor | null, error: string | undefined, id: string) {
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
}

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

/**
 * Returns the content of the editor, parsed from elements: parsing HTML strings would apply inline styles, which the
 * content security policy refuses.
 */
const contentOf = (html: string, schema: Schema): JSONContent =>
  DOMParser.fromSchema(schema).parse(forEditor(html)).toJSON()
