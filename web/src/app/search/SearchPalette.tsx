import BoltIcon from '@mui/icons-material/Bolt'
import HistoryIcon from '@mui/icons-material/History'
import ManageSearchIcon from '@mui/icons-material/ManageSearch'
import WebIcon from '@mui/icons-material/Web'
import Dialog from '@mui/material/Dialog'
import InputBase from '@mui/material/InputBase'
import LinearProgress from '@mui/material/LinearProgress'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { maxSearchTerm } from '#contract/overview/omnisearch'
import type { CurrentUser } from '#contract/users/users'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { useTyped } from '../../ui/search/use-typed.ts'
import { takeHeld } from '../../ui/shortcuts/held-keys.ts'
import { Typography } from '../../ui/text/Typography.tsx'
import type { Option } from './contact-actions.ts'
import { hitIcons } from './hit-icons.ts'
import { type OptionGroup, useOptions } from './use-options.ts'

/** Milliseconds without typing before a search starts, unless Enter is pressed (section 9 of the specification). */
const searchDelayMs = 1500

const icons = { ...hitIcons, recent: HistoryIcon, actions: BoltIcon, pages: WebIcon, all: ManageSearchIcon }

/** Palette that searches all records, pages and actions, usable by keyboard alone. */
export function SearchPalette({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const { t } = useTranslation('search')
  const navigate = useNavigate()
  const listId = useId()
  const [term, setTerm] = useState('')
  const { typed, type, hand } = useTyped(term, setTerm, searchDelayMs)
  const begin = useEffectEvent(() => type(takeHeld()))
  useEffect(() => begin(), [])
  const asked = term.trim()
  const { groups, isFound, isSearching, isSettled, error, retry } = useOptions(user, typed, asked)
  const options = groups.flatMap((group) => group.options)
  const [active, setActive] = useState(0)
  const isCurrent = asked === typed.trim()
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  function choose(option: Option | undefined) {
    if (!option) return
    if (option.types) {
      hand(option.types)
      setActive(0)
      input.current?.focus()
      return
    }
    onClose()
    option.run?.()
    if (option.href) void navigate({ href: option.href })
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setActive(options.length === 0 ? 0 : (active + step + options.length) % options.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      // the first Enter searches at once, the next one opens the marked option
      if (active > 0 || (isCurrent && isSettled)) choose(options[active])
      else hand(typed)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth={false}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        paper: {
          'aria-label': t('title'),
          sx: { maxWidth: 680, mt: { xs: 1, sm: 8 }, mx: { xs: 1, sm: 4 }, width: '100%' },
        },
      }}
    >
      <InputBase
        autoFocus
        fullWidth
        inputRef={input}
        value={typed}
        placeholder={t('placeholder')}
        onChange={({ target }) => {
          if (target.value.trim() === '') hand(target.value)
          else type(target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
        inputProps={{
          role: 'combobox',
          'aria-label': t('title'),
          'aria-expanded': options.length > 0,
          'aria-controls': listId,
          'aria-autocomplete': 'list',
          'aria-activedescendant': options[active] ? `${listId}-${active}` : undefined,
          maxLength: maxSearchTerm,
        }}
        sx={{ px: 4, py: 2, fontSize: 16 }}
      />
      <Box sx={{ height: 2 }}>{isSearching && <LinearProgress aria-label={t('searching')} sx={{ height: 2 }} />}</Box>
      <Box
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t('found')}
        sx={{ maxHeight: '60dvh', overflow: 'auto', borderTop: 1, borderColor: 'divider' }}
      >
        <Groups groups={groups} listId={listId} active={active} onChoose={choose} />
      </Box>
      <Box role="status" sx={{ px: 4, py: 2 }}>
        {error ? (
          <>
            {t('failed')} <Button onClick={() => void retry()}>{t('again')}</Button>
          </>
        ) : (
          <Typography variant="body2" color="textSecondary">
            {isCurrent && asked !== '' && isSettled && !isFound ? t('nothing', { term: asked }) : t('hint')}
          </Typography>
        )}
      </Box>
    </Dialog>
  )
}

interface GroupsProps {
  groups: readonly OptionGroup[]
  listId: string
  active: number
  onChoose: (option: Option) => void
}

function Groups({ groups, listId, active, onChoose }: GroupsProps) {
  const { t } = useTranslation('search')
  let at = -1
  return groups.map(({ name, options }) => {
    const Icon = icons[name]
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
      <div key={name} role="group" aria-label={t(`kind.${name}`)}>
        <Typography aria-hidden variant="caption" color="textSecondary" component="div" sx={{ px: 4, pt: 2 }}>
          {t(`kind.${name}`)}
        </Typography>
        {options.map((option) => {
          at += 1
          const place = at
          return (
            <Box
              key={option.key}
              id={`${listId}-${place}`}
              data-at={place}
              role="option"
              tabIndex={-1}
              aria-selected={place === active}
              onClick={() => onChoose(option)}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 3,
                px: 4,
                py: 1,
                minHeight: 36,
                cursor: 'pointer',
                '&:hover': { bgcolor: 'action.hover' },
                '&[aria-selected=true]': { bgcolor: 'action.selected' },
              }}
            >
              <Icon fontSize="small" color="action" />
              <Box sx={{ minWidth: 0 }}>
                <Typography noWrap>{option.title}</Typography>
                {option.text && (
                  <Typography noWrap variant="body2" color="textSecondary">
                    {option.text}
                  </Typography>
                )}
              </Box>
            </Box>
          )
        })}
      </div>
    )
  })
}
