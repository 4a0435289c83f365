import type { PickupDay } from '#contract/calendars/pickups'
import { type Flame, type FlamePickup, flameApi } from '#contract/orders/flames'
import { ApiError } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatDate } from '../../../ui/dates/parse-date.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { useGo, useScreenParams } from '../../../ui/navigation/screens.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { conflictCodes } from '../../boards/use-conflict-words.ts'
import { lastActor } from '../../orders/flames/use-flame-conflict.ts'
import { saveMove } from '../calendar/save-move.ts'
import { dayOf, fieldOf, onDay } from './pickup-facts.ts'
import { useMoveWarnings } from './use-move-warnings.ts'
import { usePickupWords } from './use-pickup-words.ts'

/** Moves an entry to another day after a confirmation, keeping its time, with an undo. */
export function useMovePickup() {
  const { t } = useTranslation('calendars')
  const confirm = useConfirm()
  const { nameOf } = usePickupWords()
  const warningsOf = useMoveWarnings()
  const save = useApiMutation(flameApi.update, { quiet: conflictCodes })
  const tellConflict = useTellConflict()

  /**
   * Returns the saved version; undefined if refused, which notifies the user. Retries on a newer version if the entry
   * is still in the place the user saw.
   */
  async function write(pickup: FlamePickup, version: number, to: string, seen: string): Promise<number | undefined> {
    const dossier = { [fieldOf[pickup.kind]]: to }
    const saved = await saveMove<Flame>({
      version,
      send: (over) => save.mutateAsync({ params: { id: pickup.flameRef }, body: { version: over, dossier } }),
      stands: (now) => placeIn(now, pickup) === seen,
      refused: (error) => tellConflict(pickup, error),
    })
    return saved?.version
  }

  async function takeBack(pickup: FlamePickup, version: number, moved: string): Promise<void> {
    if (await write(pickup, version, pickup.at, moved)) notify(t('move.undone'))
  }

  /**
   * Returns true if the move is finished: done, or refused because another user was faster, which notifies the user.
   */
  async function move(
    pickup: FlamePickup,
    day: string,
    known: PickupDay | undefined,
    entries: readonly FlamePickup[] | undefined,
  ): Promise<boolean> {
    if (day === dayOf(pickup)) return false
    if (pickup.kind === 'PICKUP' && known?.locked) {
      notify(t('pickup.isLocked'), { severity: 1 })
      return false
    }
    const named = { kind: t(`pickup.kind.${pickup.kind}`), name: nameOf(pickup) }
    const answer = await confirm({
      title: t('move.title'),
      message: t('move.message', { ...named, from: formatDate(dayOf(pickup)), to: formatDate(day) }),
      points: warningsOf(pickup, day, known, entries),
      ok: t('move.ok'),
    })
    if (!answer) return false
    const to = onDay(pickup, day)
    const version = await write(pickup, pickup.version, to, pickup.at)
    if (version === undefined) return true
    notify(t('move.done', { ...named, to: formatDate(day) }), {
      action: { label: t('move.undo'), onClick: () => void takeBack(pickup, version, to) },
    })
    return true
  }
  return move
}

const placeIn = ({ dossier }: Flame, { kind }: FlamePickup) => dossier[fieldOf[kind]]

/** Notifies the user who changed an entry meanwhile, with a link to its new day. */
function useTellConflict() {
  const { t } = useTranslation('calendars')
  const { t: boards } = useTranslation('boards')
  const { nameOf } = usePickupWords()
  const go = useGo()
  const search = useScreenParams('pickupCalendar')

  return async (pickup: FlamePickup, error: unknown): Promise<void> => {
    const { code, by, current } = error instanceof ApiError ? error.problem : {}
    const [name, kind] = [nameOf(pickup), t(`pickup.kind.${pickup.kind}`)]
    // other errors are already reported
    if (!conflictCodes.some((known) => known === code)) return
    const username = by ?? (await lastActor(pickup.flameRef)) ?? boards('conflict.somebody')
    if (code === 'ARCHIVED') return void notify(boards('conflict.archived', { name, username }), { severity: 3 })
    if (code === 'IN_BIN') return void notify(boards('conflict.removed', { name, username }), { severity: 3 })
    if (code !== 'STALE_VERSION') return void notify(boards('conflict.gone', { name }), { severity: 3 })
    const at = placeIn(current as Flame, pickup)
    if (!at) return void notify(t('move.takenAway', { kind, name, username }), { severity: 3 })
    const day = dayOf({ at })
    notify(t('move.elsewhere', { kind, name, username, day: formatDate(day) }), {
      severity: 3,
      action: { label: t('move.show'), onClick: () => go('pickupCalendar', { ...search, day }, { replace: true }) },
    })
  }
}
