import { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import StarterKit from '@tiptap/starter-kit'
import { expect, it } from 'vitest'
import { PlaceholderNode } from './placeholder-node.ts'

it.each([
  ['Beat', true],
  [undefined, false],
])('text typed over a selected placeholder goes behind it if the placeholder is filled (%s)', (filling, isBehind) => {
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: [StarterKit, PlaceholderNode.configure({ shownAs: () => filling })],
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
  expect(type('A') ?? false).toBe(isBehind)
  expect(editor.getText()).toBe(isBehind ? 'Gruss {{userName}}A' : 'Gruss {{userName}}')
  expect(view.state.selection.empty).toBe(isBehind)
  editor.destroy()
})
