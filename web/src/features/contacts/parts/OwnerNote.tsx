import { type Contact, contactApi } from '#contract/contacts/contacts'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { ContactLink } from '../ContactLink.tsx'
import { ownersOf } from './owners-of.ts'

interface Props {
  contact: Contact
  /** Id of the contact that owns the part, one of `ownersOf(contact)`. */
  id: string
}

/** Shows 'gehört zu Anna Muster' with a link. All owners of a contact are loaded in one request. */
export function OwnerNote({ contact, id }: Props) {
  const { t } = useTranslation('contacts')
  const { data: name } = useApi(
    contactApi.byIds,
    { body: { ids: ownersOf(contact) } },
    { select: (owners) => owners.find((owner) => owner.id === id)?.fullName },
  )
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
