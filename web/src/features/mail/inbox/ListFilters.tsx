import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import RefreshIcon from '@mui/icons-material/Refresh'
import StarIcon from '@mui/icons-material/Star'
import StarBorderIcon from '@mui/icons-material/StarBorder'
import Chip from '@mui/material/Chip'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import type { Arrived } from '#contract/asked/emails'
import { type Filter, type View, views } from '#contract/mail/email-question'
import { allOwners, unassigned } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { mailboxApi } from '#contract/mail/mailboxes'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { refreshAll } from '../../../api/told.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser } from '../../../session/session.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { useDaysText, weekdayName } from '../../../ui/dates/use-days-text.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { innerTabs, Tabs } from '../../../ui/navigation/Tabs.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { TypedSearchField } from '../../../ui/search/TypedSearchField.tsx'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import { useContactName } from '../../contacts/use-contact-name.ts'
import { useRepresented } from '../../users/people/use-away.ts'
import { choosable, useUsers } from '../../users/people/use-users.ts'

interface Props {
  filter: Filter
  onChange: (change: Partial<Filter>) => void
}

/** Filters for owner, state and text. */
export function ListFilters({ filter, onChange }: Props) {
  const { t } = useTranslation('emails')
  return (
    <Box className="list-filters" sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, px: 2, pt: 2.5, pb: 1 }}>
        <OwnerSelect owner={filter.owner} onChange={(owner) => onChange({ owner })} />
        <MailboxSelect mailbox={filter.mailbox} onChange={(mailbox) => onChange({ mailbox })} />
        <Tooltip title={t('list.important')}>
          <IconButton
            aria-label={t('list.important')}
            aria-pressed={filter.important}
            color={filter.important ? 'secondary' : 'default'}
            onClick={() => onChange({ important: !filter.important })}
          >
            {filter.important ? <StarIcon fontSize="small" /> : <StarBorderIcon fontSize="small" />}
          </IconButton>
        </Tooltip>
        <FetchButton />
        <TypedSearchField
          label={t('list.search')}
          placeholder={t('list.searchHint')}
          value={filter.text}
          onChange={(text) => onChange({ text })}
          sx={{ flex: '2 1 160px', minWidth: 0 }}
        />
      </Box>
      <ContactChip contact={filter.contact} onRemove={() => onChange({ contact: null })} />
      <ArrivedChip arrived={filter.arrived} onRemove={() => onChange({ arrived: null })} />
      <Box sx={{ containerType: 'inline-size' }}>
        <ViewTabs owner={filter.owner} view={filter.view} onChange={(view) => onChange({ view })} />
      </Box>
    </Box>
  )
}

function ViewTabs({ owner, view: shown, onChange }: { owner: string; view: View; onChange: (view: View) => void }) {
  const { t } = useTranslation('emails')
  const own = useCounts().get(owner)
  const countIn = (view: View) => {
    const count = view === 'OPEN' ? own?.open : view === 'IN_PROGRESS' ? own?.inProgress : undefined
    return count ? ` ${capped(count)}` : ''
  }
  return (
    <Tabs
      label={t('list.views')}
      value={shown}
      options={views.map((view) => {
        const name = `${t(`view.${view}`)}${countIn(view)}`
        return { value: view, label: view === 'BIN' ? <BinLabel /> : name, name }
      })}
      onChange={onChange}
      sx={tabsLook}
    />
  )
}

/** The label of the bin, an icon where space is short. */
function BinLabel() {
  const { t } = useTranslation('emails')
  return (
    <>
      <span className="bin-word">{t('view.BIN')}</span>
      <DeleteIcon className="bin-sign" fontSize="small" />
    </>
  )
}

/** All tabs stay visible, on two lines if necessary. */
const tabsLook = {
  minHeight: 36,
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  '& > [role=tab]': { minHeight: 36, px: 0.75, py: 1 },
  ...innerTabs,
  '& .bin-sign': { display: 'none' },
  '@container (max-width: 419px)': { '& .bin-word': { display: 'none' }, '& .bin-sign': { display: 'block' } },
  '@container (max-width: 369px)': { '& > [role=tab]': { px: 0.5, fontSize: 12 } },
  '@container (min-width: 430px)': { '& > [role=tab]': { px: 2 } },
} as const

/** Shows that the list is limited to a contact; removable. */
function ContactChip({ contact, onRemove }: { contact: string | null; onRemove: () => void }) {
  const { t } = useTranslation('emails')
  const name = useContactName(contact)
  if (!contact) return null
  return (
    <Box sx={{ px: 2, pb: 1 }}>
      <Chip size="small" label={t('list.ofContact', { name })} onDelete={onRemove} />
    </Box>
  )
}

/** Shows that the list is limited to arrival dates; removable. */
function ArrivedChip({ arrived, onRemove }: { arrived: Arrived | null; onRemove: () => void }) {
  const { t, language } = useTranslation('emails')
  const daysText = useDaysText()
  if (!arrived) return null
  const { receivedFrom, receivedTo, weekday, answered } = arrived
  const words = [
    t('list.arrived', { days: daysText(receivedFrom, receivedTo) }),
    weekday && weekdayName(weekday, language),
    answered && t('list.withAnswer'),
  ]
  return (
    <Box sx={{ px: 2, pb: 1 }}>
      <Chip size="small" label={words.filter(Boolean).join(' · ')} onDelete={onRemove} />
    </Box>
  )
}

/** Formats a count, which the server limits to 1000. */
const capped = (count: number) => (count >= 1000 ? '1000+' : String(count))

type Counts = ReadonlyMap<string, { open: number; inProgress: number }>

/** Returns the counts by owner; the user's own include those of the people they stand in for. */
function useCounts(): Counts {
  const me = useCurrentUser()
  const represented = useRepresented('MAIL')
  const { data = [] } = useApi(emailApi.counts, {}, { quiet: true })
  const counts = new Map(data.map(({ owner, ...count }) => [owner, count]))
  const mine = [me.id, ...represented].flatMap((owner) => counts.get(owner) ?? [])
  const sum = (state: 'open' | 'inProgress') => mine.reduce((before, count) => before + count[state], 0)
  return counts.set(me.id, { open: sum('open'), inProgress: sum('inProgress') })
}

function OwnerSelect({ owner, onChange }: { owner: string; onChange: (owner: string) => void }) {
  const { t } = useTranslation('emails')
  const counts = useCounts()
  const me = useCurrentUser()
  const users = choosable(useUsers().values(), (id) => id === owner).sort(
    (a, b) => Number(b.id === me.id) - Number(a.id === me.id),
  )
  const options = [
    { id: allOwners, name: t('list.all') },
    { id: unassigned, name: t('list.unassigned') },
    ...users.map(({ id, username }) => ({ id, name: id === me.id ? t('list.me', { username }) : username })),
  ]
  return (
    <TextField
      select
      size="small"
      label={t('list.owner')}
      value={options.some(({ id }) => id === owner) ? owner : allOwners}
      onChange={(event) => onChange(event.target.value)}
      sx={{ flex: '1 1 150px', maxWidth: 240 }}
      slotProps={{ select: { renderValue: (id) => options.find((option) => option.id === id)?.name } }}
    >
      {options.map(({ id, name }) => {
        const { open = 0, inProgress = 0 } = counts.get(id) ?? {}
        const words = t('list.counts', { open: capped(open), inProgress: capped(inProgress) })
        return (
          <MenuItem key={id} value={id} sx={{ display: 'flex', justifyContent: 'space-between', gap: 4 }}>
            <span>{name}</span>
            <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>
              {open + inProgress > 0 && words}
            </Box>
          </MenuItem>
        )
      })}
    </TextField>
  )
}

function MailboxSelect({ mailbox, onChange }: { mailbox: string | null; onChange: (mailbox: string | null) => void }) {
  const { t } = useTranslation('emails')
  const { data: mailboxes = [] } = useApi(mailboxApi.list, {}, { quiet: true })
  if (mailboxes.length < 2) return null
  return (
    <TextField
      select
      size="small"
      label={t('list.mailbox')}
      value={mailboxes.some(({ id }) => id === mailbox) ? mailbox : ''}
      onChange={(event) => onChange(event.target.value || null)}
      sx={{ flex: '1 1 160px', maxWidth: 200 }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t('list.allMailboxes')}</MenuItem>
      {mailboxes.map(({ id, title }) => (
        <MenuItem key={id} value={id}>
          {title}
        </MenuItem>
      ))}
    </TextField>
  )
}

function FetchButton() {
  const { t } = useTranslation('emails')
  const client = useQueryClient()
  const fetching = useApiMutation(mailboxApi.import, {
    onSuccess: () => notify(t('list.reloading'), { topic: 'fetch' }),
  })
  return (
    <Tooltip title={t('list.reload')}>
      <IconButton
        aria-label={t('list.reload')}
        disabled={fetching.isPending}
        onClick={() => {
          fetching.mutate({})
          // loads what other browsers fetched, even without the live channel
          void refreshAll(client)
        }}
      >
        <RefreshIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  )
}
