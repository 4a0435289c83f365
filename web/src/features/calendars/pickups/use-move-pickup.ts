import { useTranslation } from 'react-i18next'
import type { PickupDay } from '#contract/calendars/pickups'
import { type FlamePickup, flameApi } from '#contract/orders/flames'
import { useApiMutation } from '../../../api/hooks.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { formatDate } from '../../../ui/dates/parse-date.ts'
import { notify } from '../../../ui/snackbar.ts'
import { dayOf, fieldOf, onDay } from './pickup-facts.ts'
import { useMoveWarnings } from './use-move-warnings.ts'
import { usePickupWords } from './use-pickup-words.ts'

/** Moves an entry to another day once that is confirmed; the time of day stays, and the move can be taken back. */
export function useMovePickup() {
  const { t } = useTranslation('calendars')
  const confirm = useConfirm()
  const { nameOf } = usePickupWords()
  const warningsOf = useMoveWarnings()
  const save = useApiMutation(flameApi.update)

  /** The version that is saved then; undefined when it was refused, which is said already. */
  const write = ({ flameRef, kind }: FlamePickup, version: number, at: string) =>
    save.mutateAsync({ params: { id: flameRef }, body: { version, dossier: { [fieldOf[kind]]: at } } }).then(
      (flame) => flame.version,
      () => undefined,
    )

  async function takeBack(pickup: FlamePickup, version: number): Promise<void> {
    if (await write(pickup, version, pickup.at)) notify(t('move.undone'))
  }

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
    const version = await write(pickup, pickup.version, onDay(pickup, day))
    if (version === undefined) return false
    notify(t('move.done', { ...named, to: formatDate(day) }), {
      action: { label: t('move.undo'), onClick: () => void takeBack(pickup, version) },
    })
    return true
  }
  return move
}
