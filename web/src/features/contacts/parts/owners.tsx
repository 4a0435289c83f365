import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { type Contact, contactApi } from '#contract/contacts/contacts'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ContactLink } from '../ContactLink.tsx'

/** Names of the contacts whose addresses, mails and numbers this contact shares, by id. */
export function useOwners(contact: Contact): ReadonlyMap<string, string> {
  const { addresses, emailAddresses, phoneNumbers } = contact
  const ids = [...addresses, ...emailAddresses, ...phoneNumbers].flatMap((part) => part.sharedByContactPersonRef ?? [])
  const asked = [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1))
  const { data } = useApi(contactApi.byIds, { body: { ids: asked } }, { enabled: asked.length > 0 })
  return useMemo(() => new Map(data?.map((row) => [row.id, row.fullName])), [data])
}

interface Props {
  id: string
  name: string | undefined
}

/** 'gehört zu Anna Muster', with the way there. */
export function OwnerNote({ id, name }: Props) {
  const { t } = useTranslation('contacts')
  return (
    <Typography
      component="div"
      variant="body2"
      sx={{ flexBasis: '100%', '& a': { display: 'inline-block', py: '5px' } }}
    >
      <ContactLink id={id}>{name ? t('part.shared', { name }) : t('part.sharedUnknown')}</ContactLink>
    </Typography>
  )
}
