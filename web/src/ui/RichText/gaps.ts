import type { Editor } from '@tiptap/core'

/** The placeholder that the server fills in on sending; it does not count as a gap. */
export const signatureField = 'userSignature'

/** Selects the next unfilled placeholder; returns false if there is none. */
export function toNextGap(editor: Editor, fromStart: boolean): boolean {
  const after = fromStart ? -1 : editor.state.selection.from
  let found = -1
  editor.state.doc.descendants((node, at) => {
    if (found < 0 && node.type.name === 'placeholder' && node.attrs.inner !== signatureField && at > after) found = at
  })
  if (found < 0) return false
  const isChosen = editor.chain().focus().setNodeSelection(found).scrollIntoView().run()
  // Tiptap sets the focus one frame later; keys typed before would go to the previously focused field
  editor.view.focus()
  return isChosen
}
