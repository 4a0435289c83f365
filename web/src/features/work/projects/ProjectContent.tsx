import type { ProjectCard } from '#contract/work/projects'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'
import { TodoCountLine } from '../todos/TodoCountLine.tsx'
import { isDateDue } from './project-dates.ts'

const dates = ['start', 'finished', 'reminderAtUtc'] as const

/** The content of a project card: contacts and dates. */
export function ProjectContent({ card, now }: { card: ProjectCard; now: number }) {
  const { t } = useTranslation('projects')
  const { t: boards } = useTranslation('boards')
  return (
    <>
      {card.contacts.length > 0 && (
        <span className="card-line">{card.contacts.map(({ name }) => name).join(', ')}</span>
      )}
      {dates.map((date) => {
        const at = card[date]
        if (!at) return null
        const due = isDateDue(card, date, now)
        return (
          <span key={date} className={due ? 'card-line card-due' : 'card-line card-quiet'}>
            {t(`card.${date}`, { at: formatOptionalTime(at) })}
            {due && ` · ${boards('card.due')}`}
          </span>
        )
      })}
      <TodoCountLine todos={card.todos} now={now} />
    </>
  )
}
