import { InputRule, Node } from '@tiptap/core'
import { NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { parsePlaceholder } from '#contract/lists/placeholders'
import { cleanFragment } from './html.ts'

interface Options {
  /** Returns the label of a chip, such as 'Heutiges Datum + 14 Tage'. */
  labelOf: (inner: string) => string
  /** Returns the HTML shown for a placeholder that is filled in on sending; undefined while loading. */
  shownAs: (inner: string) => string | undefined
  /** True if unfilled placeholders are marked. */
  marksGaps: boolean
}

interface Drawn {
  /** Redraw functions of the mounted chips. */
  readonly draw: Set<() => void>
}

declare module '@tiptap/core' {
  interface Storage {
    placeholder: Drawn
  }
}

/** A placeholder in the text, drawn as a chip that is selected, moved and deleted as a unit. */
export const PlaceholderNode = Node.create<Options, Drawn>({
  name: 'placeholder',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ labelOf: (inner) => inner, shownAs: () => undefined, marksGaps: false }),
  addStorage: () => ({ draw: new Set() }),
  addAttributes: () => ({
    inner: { default: '', parseHTML: (element) => element.dataset.placeholder ?? '', rendered: false },
  }),
  parseHTML: () => [{ tag: 'span[data-placeholder]' }],
  renderHTML: ({ node }) => ['span', { 'data-placeholder': node.attrs.inner }, `{{${node.attrs.inner}}}`],
  renderText: ({ node }) => `{{${node.attrs.inner}}}`,
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('span')
      const { inner } = node.attrs
      const label = this.options.labelOf(inner)
      const draw = () => {
        const html = this.options.shownAs(inner)
        dom.className =
          html !== undefined ? 'placeholder-filled' : this.options.marksGaps ? 'placeholder-gap' : 'placeholder-chip'
        dom.replaceChildren(html === undefined ? label : cleanFragment(html))
        dom.title = label
      }
      draw()
      this.storage.draw.add(draw)
      return { dom, destroy: () => void this.storage.draw.delete(draw) }
    }
  },
  /** Text typed while a filled placeholder is selected goes after it; an unfilled placeholder is replaced. */
  addProseMirrorPlugins() {
    const handleTextInput = (view: EditorView, _from: number, to: number, text: string) => {
      const { selection, tr } = view.state
      if (!(selection instanceof NodeSelection) || selection.node.type !== this.type) return false
      if (this.options.shownAs(selection.node.attrs.inner) === undefined) return false
      view.dispatch(tr.setSelection(TextSelection.create(tr.doc, to)).insertText(text))
      return true
    }
    return [new Plugin({ props: { handleTextInput } })]
  },
  /** Typing `{{userName}}` inserts a chip. */
  addInputRules() {
    return [
      new InputRule({
        find: /\{\{([^{}]+)\}\}$/,
        handler: ({ range, match, chain }) => {
          const inner = match[1] ?? ''
          if (typeof parsePlaceholder(inner) === 'string') return null
          chain().insertContentAt(range, { type: this.name, attrs: { inner } }).run()
        },
      }),
    ]
  },
})
