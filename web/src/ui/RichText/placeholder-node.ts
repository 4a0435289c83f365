import { InputRule, Node } from '@tiptap/core'
import { parsePlaceholder } from '#contract/lists/placeholders'

interface Options {
  /** How a chip reads: 'Heutiges Datum + 14 Tage'. */
  labelOf: (inner: string) => string
}

/** A placeholder in the text, shown as a chip; it is chosen, moved and removed as one. */
export const PlaceholderNode = Node.create<Options>({
  name: 'placeholder',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ labelOf: (inner) => inner }),
  addAttributes: () => ({
    inner: { default: '', parseHTML: (element) => element.dataset.placeholder ?? '', rendered: false },
  }),
  parseHTML: () => [{ tag: 'span[data-placeholder]' }],
  renderHTML: ({ node }) => ['span', { 'data-placeholder': node.attrs.inner }, `{{${node.attrs.inner}}}`],
  renderText: ({ node }) => `{{${node.attrs.inner}}}`,
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('span')
      dom.className = 'placeholder-chip'
      dom.textContent = this.options.labelOf(node.attrs.inner)
      dom.title = `{{${node.attrs.inner}}}`
      return { dom }
    }
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
