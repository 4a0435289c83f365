import { InputRule, Node } from '@tiptap/core'
import { NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { parsePlaceholder } from '#contract/lists/placeholders'
import { cleanFragment } from './html.ts'

interface Options {
  /** How a chip reads: 'Heutiges Datum + 14 Tage'. */
  labelOf: (inner: string) => string
  /** HTML that a chip is shown as, where it is filled in when the message is sent; it may come later. */
  shownAs: (inner: string) => string | undefined
  /** Marks what nobody has filled in. */
  marksGaps: boolean
}

interface Drawn {
  /** Redraws each chip. */
  readonly draw: Set<() => void>
}

declare module '@tiptap/core' {
  interface Storage {
    placeholder: Drawn
  }
}

/** A placeholder in the text, shown as a chip; it is chosen, moved and removed as one. */
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
  /** What is typed while a filled one is chosen, as by a click, stands behind it; it takes the place of one that lacks something. */
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
  /** Typing `{{userName}}` makes a chip of it. */
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
