import DataObjectIcon from '@mui/icons-material/DataObject'
import FormatAlignCenterIcon from '@mui/icons-material/FormatAlignCenter'
import FormatAlignLeftIcon from '@mui/icons-material/FormatAlignLeft'
import FormatAlignRightIcon from '@mui/icons-material/FormatAlignRight'
import FormatBoldIcon from '@mui/icons-material/FormatBold'
import FormatItalicIcon from '@mui/icons-material/FormatItalic'
import FormatListBulletedIcon from '@mui/icons-material/FormatListBulleted'
import FormatListNumberedIcon from '@mui/icons-material/FormatListNumbered'
import FormatQuoteIcon from '@mui/icons-material/FormatQuote'
import FormatUnderlinedIcon from '@mui/icons-material/FormatUnderlined'
import HorizontalRuleIcon from '@mui/icons-material/HorizontalRule'
import LinkIcon from '@mui/icons-material/Link'
import RedoIcon from '@mui/icons-material/Redo'
import StrikethroughSIcon from '@mui/icons-material/StrikethroughS'
import TableChartIcon from '@mui/icons-material/TableChart'
import UndoIcon from '@mui/icons-material/Undo'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type ComponentType, type KeyboardEvent, memo, useState } from 'react'
import type { KnownField } from '#contract/lists/placeholders'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Box } from '../layout/Box.tsx'
import { EditorButton } from './EditorButton.tsx'
import { EditorMenu } from './EditorMenu.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { type Gallery, PictureButton } from './PictureButton.tsx'
import { PlaceholderDialog } from './PlaceholderDialog.tsx'

interface Props {
  editor: Editor
  fields: readonly KnownField[]
  label: string
  gallery?: Gallery
}

/** The toolbar. It is a single tab stop; the arrow keys move within it. */
export const Toolbar = memo(function Toolbar({ editor, fields, label, gallery }: Props) {
  const state = useEditorState({ editor, selector: ({ editor }) => stateOf(editor) })
  return (
    <Box
      role="toolbar"
      aria-label={label}
      onKeyDown={moveFocus}
      sx={{ display: 'flex', flexWrap: 'wrap', rowGap: 0.5, p: 1, borderBottom: 1, borderColor: 'divider' }}
    >
      <BlockButton editor={editor} block={state.block} />
      <Commands editor={editor} commands={formats} active={state.formats} />
      <LinkButton editor={editor} active={state.link} />
      <PictureButton editor={editor} gallery={gallery} />
      <TableButton editor={editor} inTable={state.table} />
      <Commands editor={editor} commands={others} />
      {fields.length > 0 && <PlaceholderButton editor={editor} fields={fields} placeholder={state.placeholder} />}
    </Box>
  )
})

interface Command {
  readonly name: Exclude<keyof typeof import('../../i18n/de/rich-text.ts').default.button, 'block'>
  readonly Icon: ComponentType
  readonly run: (chain: ChainedCommands) => ChainedCommands
}
interface Format extends Command {
  readonly isActive: (editor: Editor) => boolean
}

const formats: readonly Format[] = [
  { name: 'bold', Icon: FormatBoldIcon, run: (chain) => chain.toggleBold(), isActive: (on) => on.isActive('bold') },
  {
    name: 'italic',
    Icon: FormatItalicIcon,
    run: (chain) => chain.toggleItalic(),
    isActive: (on) => on.isActive('italic'),
  },
  {
    name: 'underline',
    Icon: FormatUnderlinedIcon,
    run: (chain) => chain.toggleUnderline(),
    isActive: (on) => on.isActive('underline'),
  },
  {
    name: 'strike',
    Icon: StrikethroughSIcon,
    run: (chain) => chain.toggleStrike(),
    isActive: (on) => on.isActive('strike'),
  },
  {
    name: 'bullets',
    Icon: FormatListBulletedIcon,
    run: (chain) => chain.toggleBulletList(),
    isActive: (on) => on.isActive('bulletList'),
  },
  {
    name: 'numbers',
    Icon: FormatListNumberedIcon,
    run: (chain) => chain.toggleOrderedList(),
    isActive: (on) => on.isActive('orderedList'),
  },
  {
    name: 'quote',
    Icon: FormatQuoteIcon,
    run: (chain) => chain.toggleBlockquote(),
    isActive: (on) => on.isActive('blockquote'),
  },
  {
    name: 'left',
    Icon: FormatAlignLeftIcon,
    run: (chain) => chain.unsetTextAlign(),
    isActive: (on) => !isAligned(on, 'center') && !isAligned(on, 'right'),
  },
  {
    name: 'center',
    Icon: FormatAlignCenterIcon,
    run: (chain) => chain.setTextAlign('center'),
    isActive: (on) => isAligned(on, 'center'),
  },
  {
    name: 'right',
    Icon: FormatAlignRightIcon,
    run: (chain) => chain.setTextAlign('right'),
    isActive: (on) => isAligned(on, 'right'),
  },
]
const isAligned = (editor: Editor, textAlign: string) => editor.isActive({ textAlign })

const others: readonly Command[] = [
  { name: 'line', Icon: HorizontalRuleIcon, run: (chain) => chain.setHorizontalRule() },
  { name: 'undo', Icon: UndoIcon, run: (chain) => chain.undo() },
  { name: 'redo', Icon: RedoIcon, run: (chain) => chain.redo() },
]

function stateOf(editor: Editor) {
  const level = ([1, 2, 3] as const).find((one) => editor.isActive('heading', { level: one }))
  return {
    block: blocks[level ?? 0] ?? 'paragraph',
    formats: formats.filter(({ isActive }) => isActive(editor)).map(({ name }) => name),
    link: editor.isActive('link'),
    table: editor.isActive('table'),
    placeholder: editor.isActive('placeholder') ? String(editor.getAttributes('placeholder').inner) : null,
  }
}

interface CommandsProps {
  editor: Editor
  commands: readonly Command[]
  active?: readonly Command['name'][]
}

function Commands({ editor, commands, active = [] }: CommandsProps) {
  const { t } = useTranslation('richText')
  return commands.map(({ name, Icon, run }) => (
    <EditorButton
      key={name}
      label={t(`button.${name}`)}
      active={active.includes(name)}
      onClick={() => run(editor.chain().focus()).run()}
    >
      <Icon />
    </EditorButton>
  ))
}

const blocks = ['paragraph', 'heading1', 'heading2', 'heading3'] as const
type Block = (typeof blocks)[number]

function BlockButton({ editor, block }: { editor: Editor; block: Block }) {
  const { t } = useTranslation('richText')
  const choose = (chosen: Block) => {
    const level = blocks.indexOf(chosen)
    const chain = editor.chain().focus()
    if (level === 0) chain.setParagraph().run()
    else chain.setHeading({ level: level as 1 | 2 | 3 }).run()
  }
  return (
    <EditorMenu
      first
      label={t('button.block', { name: t(`block.${block}`) })}
      icon={
        <Box component="span" sx={{ fontSize: 13, textTransform: 'none', px: 1 }}>
          {t(`block.${block}`)} ▾
        </Box>
      }
      items={blocks.map((id) => ({ id, label: t(`block.${id}`), selected: id === block }))}
      onChoose={choose}
    />
  )
}

function LinkButton({ editor, active }: { editor: Editor; active: boolean }) {
  const { t } = useTranslation('richText')
  const [open, setOpen] = useState(false)
  return (
    <>
      <EditorButton label={t('button.link')} active={active} onClick={() => setOpen(true)}>
        <LinkIcon />
      </EditorButton>
      {open && <LinkDialog editor={editor} onClose={() => setOpen(false)} />}
    </>
  )
}

const tableCommands = {
  insert: (chain: ChainedCommands) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  rowBefore: (chain: ChainedCommands) => chain.addRowBefore(),
  rowAfter: (chain: ChainedCommands) => chain.addRowAfter(),
  removeRow: (chain: ChainedCommands) => chain.deleteRow(),
  columnBefore: (chain: ChainedCommands) => chain.addColumnBefore(),
  columnAfter: (chain: ChainedCommands) => chain.addColumnAfter(),
  removeColumn: (chain: ChainedCommands) => chain.deleteColumn(),
  remove: (chain: ChainedCommands) => chain.deleteTable(),
}

function TableButton({ editor, inTable }: { editor: Editor; inTable: boolean }) {
  const { t } = useTranslation('richText')
  return (
    <EditorMenu
      label={t('button.table')}
      icon={<TableChartIcon />}
      active={inTable}
      items={(Object.keys(tableCommands) as (keyof typeof tableCommands)[]).map((id) => ({
        id,
        label: t(`table.${id}`),
        disabled: inTable === (id === 'insert'),
      }))}
      onChoose={(command) => tableCommands[command](editor.chain().focus()).run()}
    />
  )
}

interface PlaceholderButtonProps {
  editor: Editor
  fields: readonly KnownField[]
  /** The selected placeholder. */
  placeholder: string | null
}

function PlaceholderButton({ editor, fields, placeholder }: PlaceholderButtonProps) {
  const { t } = useTranslation('richText')
  const [open, setOpen] = useState(false)
  return (
    <>
      <EditorButton label={t('button.placeholder')} active={placeholder !== null} onClick={() => setOpen(true)}>
        <DataObjectIcon />
      </EditorButton>
      {open && (
        <PlaceholderDialog
          fields={fields}
          initial={placeholder}
          onClose={() => setOpen(false)}
          onInsert={(inner) => {
            setOpen(false)
            editor.chain().focus().insertContent({ type: 'placeholder', attrs: { inner } }).run()
          }}
        />
      )}
    </>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > button')]
  const at = buttons.indexOf(document.activeElement as HTMLElement)
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + buttons.length, Home: 0, End: buttons.length - 1 }[event.key]
  if (at < 0 || next === undefined) return
  event.preventDefault()
  const target = buttons[next % buttons.length]
  for (const button of buttons) button.tabIndex = button === target ? 0 : -1
  target?.focus()
}
