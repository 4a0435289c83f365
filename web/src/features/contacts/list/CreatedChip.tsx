import Chip from '@mui/material/Chip'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useDaysText } from '../../../ui/dates/use-days-text.ts'

interface Props {
  createdFrom: string | null
  createdTo: string | null
  onDelete: () => void
}

/** Shows the range of creation dates that the list is limited to. */
export function CreatedChip({ createdFrom, createdTo, onDelete }: Props) {
  const { t } = useTranslation('contacts')
  return <Chip label={t('list.created', { days: useDaysText()(createdFrom, createdTo) })} onDelete={onDelete} />
}
