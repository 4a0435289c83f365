import { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import StarterKit from '@tiptap/starter-kit'
import { expect, it } from 'vitest'
import { PlaceholderNode } from './placeholder-node.ts'

it('what is typed while a placeholder is chosen stands behind it', () => {
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: [StarterKit, PlaceholderNode],
    content: '<p>Gruss <span data-placeholder="userName"></span></p>',
  })
  const { view } = editor
  let at = 0
  view.state.doc.descendants((node, position) => {
    if (node.type.name === 'placeholder') at = position
  })
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)))
  const { from, to } = view.state.selection
  const type = (text: string) =>
    view.someProp('handleTextInput', (typed) => typed(view, from, to, text, () => view.state.tr))
  expect(type('A')).toBe(true)
  expect(editor.getText()).toBe('Gruss {{userName}}A')
  expect(view.state.selection.empty).toBe(true)
  editor.destroy()
})
