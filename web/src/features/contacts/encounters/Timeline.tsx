import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Contact } from '#contract/contacts/contacts'
import { type Encounter, encounterApi } from '#contract/contacts/encounters'
import { apiQuery, useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { useUsers } from '../../users/people/use-users.ts'
import { ContactPickerDialog } from '../picker/ContactPickerDialog.tsx'
import { ChosenBar } from './ChosenBar.tsx'
import { EncounterList } from './EncounterList.tsx'
import { EncounterRow, type RowActions } from './EncounterRow.tsx'
import { useEncounterWords } from './encounter-words.ts'
import { FilterBar } from './FilterBar.tsx'
import { MonthRange } from './MonthRange.tsx'
import { chosenSpan, spanAmong, usualSpan, withGaps } from './months.ts'
import { useTranscribe } from './Recording.tsx'
import { useEncounterActions } from './use-encounter-actions.ts'
import { anything, type Filter, queryOf, useTimeline } from './use-timeline.ts'

interface Props {
  contact: Contact
  onEdit: (encounter: Encounter) => void
  onAdd?: () => void
}

interface Named {
  readonly ids: string[]
  readonly what: string
}

/** The timeline of a contact: search, selection, move and deletion. */
export function Timeline({ contact, onEdit, onAdd }: Props) {
  const { t } = useTranslation('encounters')
  const client = useQueryClient()
  const [filter, setFilter] = useState(anything)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [inSight, setInSight] = useState<readonly number[]>([])
  const [moved, setMoved] = useState<Named>()
  const may = useMayChange(contact)
  const { remove, move } = useEncounterActions(contact)
  const forget = (ids: readonly string[]) => {
    const gone = new Set(ids)
    setChosen((before) => new Set([...before].filter((id) => !gone.has(id))))
  }
  const actions = useRowActions({ contact, onEdit, onMove: setMoved, onGone: forget })
  const users = useUsers()

  const months = useApi(encounterApi.months, { params: { id: contact.id } }, { quiet: true })
  const row = useMemo(() => withGaps(months.data ?? []), [months.data])
  const span = filter.span ? spanAmong(filter.span, row) : usualSpan(row)
  const query = queryOf(filter, span)
  const found = useTimeline(contact.id, query, inSight, !months.isPending)

  const change = useCallback((changed: Partial<Filter>) => {
    setFilter((before) => ({ ...before, ...changed }))
    setChosen(new Set())
  }, [])

  const fetchIds = () =>
    client.fetchQuery({ ...apiQuery(encounterApi.searchIds, { params: { id: contact.id }, query }), staleTime: 0 })
  async function chooseAll() {
    setChosen(new Set(await fetchIds()))
  }

  /** Updates the selection after a change of all or none; after a failure, drops entries that do not exist any more. */
  async function settle(ids: readonly string[], change: Promise<boolean>) {
    try {
      if (await change) forget(ids)
    } catch {
      const there = new Set(await fetchIds().catch(() => ids))
      setChosen((before) => new Set([...before].filter((id) => there.has(id))))
    }
  }

  function choose(id: string, isChosen: boolean) {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }

  const all = (): Named => ({ ids: [...chosen], what: t('count', { count: chosen.size }) })
  const canChoose = may.move || may.remove
  const error = months.error ?? found.error
  const narrowed = filter.text !== '' || filter.types.length > 0
  const [first, last] = [row[0], row.at(-1)]
  const whole = first && last && chosenSpan({ from: first.month, to: last.month }, row)
  const isWhole = span?.from === whole?.from && span?.to === whole?.to

  return (
    <>
      <FilterBar filter={filter} onChange={change} />
      {span && <MonthRange months={row} span={span} onChange={(next) => change({ span: chosenSpan(next, row) })} />}
      {found.total !== undefined && !error && (
        <ChosenBar
          total={found.total}
          chosen={chosen.size}
          onChooseAll={canChoose ? () => void chooseAll() : undefined}
          onForget={() => setChosen(new Set())}
          onMove={may.move ? () => setMoved(all()) : undefined}
          onRemove={may.remove ? () => void settle([...chosen], remove(all().ids, all().what)) : undefined}
        />
      )}
      {error ? (
        <ErrorState
          message={error.message}
          onRetry={() => {
            void months.refetch()
            found.retry()
          }}
        />
      ) : found.total === undefined ? (
        <SkeletonLines lines={10} height={28} />
      ) : found.total === 0 ? (
        <Nothing
          narrowed={narrowed || row.length > 0}
          onWiden={narrowed && whole && !isWhole ? () => change({ span: whole }) : undefined}
          onClear={() => change({ ...anything, span: whole ?? null })}
          onAdd={onAdd}
        />
      ) : (
        <EncounterList label={t('title')} total={found.total} at={found.at} onSight={setInSight} busy={found.isOld}>
          {(encounter) => (
            <EncounterRow
              encounter={encounter}
              users={users}
              addresses={contact.emailAddresses.map(({ address }) => address)}
              actions={actions}
              chosen={chosen.has(encounter.id)}
              {...(canChoose ? { onChoose: (isChosen) => choose(encounter.id, isChosen) } : {})}
            />
          )}
        </EncounterList>
      )}
      <ContactPickerDialog
        open={moved !== undefined}
        title={t('move.to', { what: moved?.what ?? '' })}
        onCancel={() => setMoved(undefined)}
        onSelect={(target) => {
          setMoved(undefined)
          if (moved) void settle(moved.ids, move(moved.ids, moved.what, target))
        }}
      />
    </>
  )
}

interface NothingProps {
  narrowed: boolean
  /** Repeats the search over all months. */
  onWiden: (() => void) | undefined
  onClear: () => void
  onAdd?: (() => void) | undefined
}

function Nothing({ narrowed, onWiden, onClear, onAdd }: NothingProps) {
  const { t } = useTranslation('encounters')
  if (narrowed) {
    return (
      <EmptyState
        title={t('list.nothing')}
        action={
          <>
            {onWiden && (
              <Button variant="outlined" onClick={onWiden}>
                {t('list.widen')}
              </Button>
            )}
            <Button onClick={onClear}>{t('list.showAll')}</Button>
          </>
        }
      />
    )
  }
  return <EmptyState title={t('list.empty')} action={onAdd && <Button onClick={onAdd}>{t('add.title')}</Button>} />
}

/** A single encounter named in the URL. */
export function OneEncounter({ contact, id, onEdit }: { contact: Contact; id: string; onEdit: Props['onEdit'] }) {
  const { t } = useTranslation('encounters')
  const one = useApi(encounterApi.get, { params: { id } }, { quiet: true })
  const go = useGo()
  const [moved, setMoved] = useState<Named>()
  const { move, restore } = useEncounterActions(contact)
  const actions = useRowActions({ contact, onEdit, onMove: setMoved })
  const users = useUsers()
  const { nameOf } = useEncounterWords()
  const may = useMayChange(contact)
  if (one.isPending) return <SkeletonLines lines={4} />
  if (one.error?.status === 404 || one.error?.status === 400) return <EmptyState title={t('one.notFound')} />
  if (one.error) return <ErrorState message={one.error.message} onRetry={() => void one.refetch()} />
  const encounter = one.data
  if (encounter.contactRef !== contact.id) {
    const there = () => go('contactEncounter', { id: encounter.contactRef, encounterId: id })
    return <EmptyState title={t('one.elsewhere')} action={<Button onClick={there}>{t('one.there')}</Button>} />
  }
  return (
    <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
      {encounter.deletedAtUtc && (
        <EmptyState
          title={t('one.binned')}
          action={may.remove && <Button onClick={() => restore([id], nameOf(encounter))}>{t('bin.restore')}</Button>}
        />
      )}
      <EncounterRow
        encounter={encounter}
        users={users}
        addresses={contact.emailAddresses.map(({ address }) => address)}
        actions={encounter.deletedAtUtc ? {} : actions}
        chosen={false}
      />
      <ContactPickerDialog
        open={moved !== undefined}
        title={t('move.to', { what: moved?.what ?? '' })}
        onCancel={() => setMoved(undefined)}
        onSelect={(target) => {
          setMoved(undefined)
          if (moved) void move(moved.ids, moved.what, target).catch(() => undefined)
        }}
      />
    </Box>
  )
}

function useMayChange(contact: Contact) {
  const may = useMay()
  const open = contact.deletedAtUtc === null
  return {
    modify: open && may('ENCOUNTER_MODIFY'),
    remove: open && may('ENCOUNTER_DELETE'),
    move: open && may('GENERAL_ADMIN_FUNCTIONS'),
  }
}

interface RowOptions {
  contact: Contact
  onEdit: (encounter: Encounter) => void
  onMove: (named: Named) => void
  onGone?: (ids: readonly string[]) => void
}

function useRowActions({ contact, onEdit, onMove, onGone }: RowOptions): RowActions {
  const { nameOf } = useEncounterWords()
  const may = useMayChange(contact)
  const { remove } = useEncounterActions(contact)
  const transcribe = useTranscribe()

  async function removeOne(one: Encounter) {
    try {
      if (await remove([one.id], nameOf(one))) onGone?.([one.id])
    } catch {
      // the snackbar already shows the error
    }
  }

  return {
    ...(may.modify ? { onEdit, onTranscribe: (one) => void transcribe(one) } : {}),
    ...(may.move ? { onMove: (one) => onMove({ ids: [one.id], what: nameOf(one) }) } : {}),
    ...(may.remove ? { onRemove: (one) => void removeOne(one) } : {}),
  }
}
