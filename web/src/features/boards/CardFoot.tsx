import type { User } from '#contract/users/users'
import { useTranslation } from '../../i18n/use-translation.ts'
import { UserAvatar } from '../../ui/UserAvatar.tsx'
import { daysInStep, longInStepDays } from './ageing.ts'
import { hasNobody, hasProxy } from './assignees.ts'
import type { BoardCard } from './card-kind.ts'

interface Props {
  card: BoardCard
  users: ReadonlyMap<string, User>
  now: number
}

/** Shows how long a card has been in its step, and its assignee. */
export function CardFoot({ card, users, now }: Props) {
  const { t } = useTranslation('boards')
  const days = daysInStep(card, now)
  const since = days === 0 ? t('card.today') : t('card.days', { count: days })
  const long = days >= longInStepDays
  const proxy = hasProxy(card, now) ? users.get(card.proxyOwnerRef ?? '') : undefined
  const assignee = users.get(card.assigneeRef ?? '')
  return (
    <div className="card-foot">
      <span className={long ? 'card-since card-long' : 'card-since'}>
        {since}
        {proxy && <span className="card-line">{t('card.proxy', { username: proxy.username })}</span>}
      </span>
      {assignee && <UserAvatar username={assignee.username} image={assignee.avatarSmall ?? undefined} size={22} />}
      {hasNobody(card, users) && <span>{t('card.noAssignee')}</span>}
    </div>
  )
}
