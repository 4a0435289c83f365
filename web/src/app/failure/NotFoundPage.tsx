import { Link } from '@tanstack/react-router'
import { useTranslationAtOnce } from '../../i18n/use-translation.ts'
import './failure.css'

export function NotFoundPage() {
  const { t } = useTranslationAtOnce('failure')
  return (
    <section className="failure">
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.message')}</p>
      <p className="failure-actions">
        <Link to="/">{t('notFound.home')}</Link>
      </p>
    </section>
  )
}
