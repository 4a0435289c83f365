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
import ImageIcon from '@mui/icons-material/Image'
import LinkIcon from '@mui/icons-material/Link'
import RedoIcon from '@mui/icons-material/Redo'
import StrikethroughSIcon from '@mui/icons-material/StrikethroughS'
import TableChartIcon from '@mui/icons-material/TableChart'
import UndoIcon from '@mui/icons-material/Undo'
import Box from '@mui/material/Box'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import ToggleButton from '@mui/material/ToggleButton'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type ComponentType, type KeyboardEvent, memo, type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KnownField } from '#contract/lists/placeholders'
import { notify } from '../snackbar.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { PlaceholderDialog } from './PlaceholderDialog.tsx'
import { type Picture, pictureAsData, pictureTypes } from './picture.ts'

interface Props {
  editor: Editor
  fields: readonly KnownField[]
  label: string
  gallery?: Gallery
}

/** A dialog to choose one of the pictures that are kept already. */
export type Gallery = ComponentType<{ onChoose: (picture: Picture) => void; onClose: () => void }>

/** One stop of the Tab key; the arrow keys move within. */
export const Toolbar = memo(function Toolbar({ editor, fields, label, gallery: Gallery }: Props) {
  const { t } = useTranslation('richText')
  const [dialog, setDialog] = useState<'link' | 'placeholder' | 'gallery' | null>(null)
  const [menu, setMenu] = useState<{ kind: 'block' | 'table' | 'picture'; anchor: HTMLElement } | null>(null)
  const picture = useRef<HTMLInputElement>(null)
  const state = useEditorState({ editor, selector: ({ editor }) => stateOf(editor) })
  const run = () => editor.chain().focus()
  const close = () => setMenu(null)

  const insertPicture = ({ src, alt }: Picture) =>
    run()
      .setImage({ src, alt: alt.replace(/\.\w+$/, '') })
      .run()

  async function insertFile(file: File | undefined) {
    if (!file) return
    const src = await pictureAsData(file)
    if (src) insertPicture({ src, alt: file.name })
    else notify(t('pictureRefused', { name: file.name }), { severity: 3 })
  }

  const button = (name: ButtonName, icon: ReactNode, onClick: (anchor: HTMLElement) => void, active?: boolean) => (
    <ToolButton key={name} label={t(`button.${name}`)} active={active} onClick={onClick}>
      {icon}
    </ToolButton>
  )
  return (
    <Box
      role="toolbar"
      aria-label={label}
      onKeyDown={moveFocus}
      sx={{ display: 'flex', flexWrap: 'wrap', rowGap: 0.5, p: 1, borderBottom: 1, borderColor: 'divider' }}
    >
      <ToolButton
        first
        label={t('button.block', { name: t(`block.${state.block}`) })}
        onClick={(anchor) => setMenu({ kind: 'block', anchor })}
      >
        <Box component="span" sx={{ fontSize: 13, textTransform: 'none', px: 1 }}>
          {t(`block.${state.block}`)} ▾
        </Box>
      </ToolButton>
      {button('bold', <FormatBoldIcon />, () => run().toggleBold().run(), state.bold)}
      {button('italic', <FormatItalicIcon />, () => run().toggleItalic().run(), state.italic)}
      {button('underline', <FormatUnderlinedIcon />, () => run().toggleUnderline().run(), state.underline)}
      {button('strike', <StrikethroughSIcon />, () => run().toggleStrike().run(), state.strike)}
      {button('bullets', <FormatListBulletedIcon />, () => run().toggleBulletList().run(), state.bullets)}
      {button('numbers', <FormatListNumberedIcon />, () => run().toggleOrderedList().run(), state.numbers)}
      {button('quote', <FormatQuoteIcon />, () => run().toggleBlockquote().run(), state.quote)}
      {button('left', <FormatAlignLeftIcon />, () => run().unsetTextAlign().run(), state.align === 'left')}
      {button('center', <FormatAlignCenterIcon />, () => run().setTextAlign('center').run(), state.align === 'center')}
      {button('right', <FormatAlignRightIcon />, () => run().setTextAlign('right').run(), state.align === 'right')}
      {button('link', <LinkIcon />, () => setDialog('link'), state.link)}
      {button('picture', <ImageIcon />, (anchor) =>
        Gallery ? setMenu({ kind: 'picture', anchor }) : picture.current?.click(),
      )}
      {button('table', <TableChartIcon />, (anchor) => setMenu({ kind: 'table', anchor }), state.table)}
      {button('line', <HorizontalRuleIcon />, () => run().setHorizontalRule().run())}
      {button('undo', <UndoIcon />, () => run().undo().run())}
      {button('redo', <RedoIcon />, () => run().redo().run())}
      {fields.length > 0 &&
        button('placeholder', <DataObjectIcon />, () => setDialog('placeholder'), state.placeholder !== null)}

      <Menu open={menu?.kind === 'block'} anchorEl={menu?.anchor} onClose={close}>
        {blocks.map((block) => (
          <MenuItem
            key={block}
            selected={state.block === block}
            onClick={() => {
              close()
              setBlock(editor, block)
            }}
          >
            {t(`block.${block}`)}
          </MenuItem>
        ))}
      </Menu>
      <Menu open={menu?.kind === 'table'} anchorEl={menu?.anchor} onClose={close}>
        {(Object.keys(tableCommands) as TableCommand[]).map((command) => (
          <MenuItem
            key={command}
            disabled={state.table === (command === 'insert')}
            onClick={() => {
              close()
              tableCommands[command](run()).run()
            }}
          >
            {t(`table.${command}`)}
          </MenuItem>
        ))}
      </Menu>
      <Menu open={menu?.kind === 'picture'} anchorEl={menu?.anchor} onClose={close}>
        <MenuItem
          onClick={() => {
            close()
            picture.current?.click()
          }}
        >
          {t('picture.own')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close()
            setDialog('gallery')
          }}
        >
          {t('picture.gallery')}
        </MenuItem>
      </Menu>
      <input
        ref={picture}
        type="file"
        accept={pictureTypes.join()}
        hidden
        onChange={(event) => {
          void insertFile(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {dialog === 'gallery' && Gallery && (
        <Suspense>
          <Gallery
            onClose={() => setDialog(null)}
            onChoose={(chosen) => {
              setDialog(null)
              insertPicture(chosen)
            }}
          />
        </Suspense>
      )}
      {dialog === 'link' && <LinkDialog editor={editor} onClose={() => setDialog(null)} />}
      {dialog === 'placeholder' && (
        <PlaceholderDialog
          fields={fields}
          initial={state.placeholder}
          onClose={() => setDialog(null)}
          onInsert={(inner) => {
            setDialog(null)
            run().insertContent({ type: 'placeholder', attrs: { inner } }).run()
          }}
        />
      )}
    </Box>
  )
})

type ButtonName = Exclude<keyof typeof import('../../i18n/de/rich-text.ts').default.button, 'block'>

const blocks = ['paragraph', 'heading1', 'heading2', 'heading3'] as const
type Block = (typeof blocks)[number]

function setBlock(editor: Editor, block: Block) {
  const level = blocks.indexOf(block)
  const chain = editor.chain().focus()
  if (level === 0) chain.setParagraph().run()
  else chain.setHeading({ level: level as 1 | 2 | 3 }).run()
}

type Chain = ReturnType<Editor['chain']>
const tableCommands = {
  insert: (chain: Chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  rowBefore: (chain: Chain) => chain.addRowBefore(),
  rowAfter: (chain: Chain) => chain.addRowAfter(),
  removeRow: (chain: Chain) => chain.deleteRow(),
  columnBefore: (chain: Chain) => chain.addColumnBefore(),
  columnAfter: (chain: Chain) => chain.addColumnAfter(),
  removeColumn: (chain: Chain) => chain.deleteColumn(),
  remove: (chain: Chain) => chain.deleteTable(),
}
type TableCommand = keyof typeof tableCommands

function stateOf(editor: Editor) {
  const level = ([1, 2, 3] as const).find((one) => editor.isActive('heading', { level: one }))
  const align = ['center', 'right'].find((one) => editor.isActive({ textAlign: one })) ?? 'left'
  return {
    block: blocks[level ?? 0] ?? 'paragraph',
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    underline: editor.isActive('underline'),
    strike: editor.isActive('strike'),
    bullets: editor.isActive('bulletList'),
    numbers: editor.isActive('orderedList'),
    quote: editor.isActive('blockquote'),
    align,
    link: editor.isActive('link'),
    table: editor.isActive('table'),
    placeholder: editor.isActive('placeholder') ? String(editor.getAttributes('placeholder').inner) : null,
  }
}

interface ToolButtonProps {
  label: string
  first?: boolean
  active?: boolean
  onClick: (anchor: HTMLElement) => void
  children: ReactNode
}

function ToolButton({ label, first = false, active = false, onClick, children }: ToolButtonProps) {
  return (
    <ToggleButton
      value={label}
      selected={active}
      size="small"
      aria-label={label}
      title={label}
      tabIndex={first ? 0 : -1}
      onClick={(event) => onClick(event.currentTarget)}
      sx={{ border: 0, p: 1, minWidth: 28, height: 28, '& svg': { fontSize: 18 } }}
    >
      {children}
    </ToggleButton>
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
