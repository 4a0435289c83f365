import type { Editor } from '@tiptap/core'

/** Filled in for whoever sends: what stands there is no gap. */
export const signatureField = 'userSignature'

/** Chooses the next placeholder that nobody filled in; false where there is none. */
export function toNextGap(editor: Editor, fromStart: boolean): boolean {
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
