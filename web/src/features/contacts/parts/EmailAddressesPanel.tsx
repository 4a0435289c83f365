import StarIcon from '@mui/icons-material/Star'
import StarBorderIcon from '@mui/icons-material/StarBorder'
import WarningAmberIcon from '@mui/icons-material/WarningAmber'
import type { Contact } from '#contract/contacts/contacts'
import { type EmailAddress, emailAddressApi } from '#contract/contacts/parts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { PartList } from '../../../ui/layout/PartList.tsx'
import { PartRow } from '../../../ui/layout/PartRow.tsx'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import { ComposeLink } from './ComposeLink.tsx'
import { EmailAddressEditor } from './EmailAddressEditor.tsx'
import { OwnerNote } from './OwnerNote.tsx'
import { PartCopyButton } from './PartCopyButton.tsx'
import { useRemovePart } from './use-remove-part.ts'

interface Props {
  contact: Contact
  readOnly: boolean
}

export function EmailAddressesPanel({ contact, readOnly }: Props) {
  const { t } = useTranslation('contacts')
  const add = useApiMutation(emailAddressApi.add)
  const remove = useRemovePart(emailAddressApi.remove, contact.id, (body: EmailAddress) =>
    add.mutateAsync({ params: { id: contact.id }, body }),
  )
  return (
    <PartList
      title={t('part.emails')}
      addLabel={t('part.addEmail')}
      noneText={t('part.none')}
      readOnly={readOnly}
      parts={contact.emailAddresses}
      edit={(email, close) => <EmailAddressEditor contact={contact} email={email} onClose={close} />}
      show={(email, edit) => (
        <PartRow
          what={email.address}
          foreign={email.sharedByContactPersonRef !== null}
          copy={<PartCopyButton kind="email" text={email.address} />}
          onEdit={readOnly ? undefined : edit}
          onRemove={readOnly ? undefined : () => void remove(email, email.address)}
        >
          <Favorite contactId={contact.id} email={email} readOnly={readOnly} />
          <ComposeLink
            address={email.address}
            contactId={contact.id}
            // leaves space for the star; a long address wraps
            sx={{ maxWidth: 'calc(100% - 44px)', overflowWrap: 'anywhere', py: 1 }}
          />
          {email.undeliverable && <Undeliverable />}
          {email.sharedByContactPersonRef && <OwnerNote contact={contact} id={email.sharedByContactPersonRef} />}
        </PartRow>
      )}
    />
  )
}

interface FavoriteProps {
  contactId: string
  email: EmailAddress
  readOnly: boolean
}

function Favorite({ contactId, email, readOnly }: FavoriteProps) {
  const { t } = useTranslation('contacts')
  const update = useApiMutation(emailAddressApi.update)
  const { id, version, address, favorite } = email
  const star = favorite ? <StarIcon fontSize="small" color="secondary" /> : <StarBorderIcon fontSize="small" />
  if (readOnly) {
    if (!favorite) return null
    return (
      <Box component="span" role="img" aria-label={t('field.favorite')} sx={{ display: 'flex' }}>
        {star}
      </Box>
    )
  }
  return (
    <Tooltip title={t('part.favoriteOf', { what: address })}>
      <IconButton
        sx={{ ml: -1 }}
        aria-label={t('part.favoriteOf', { what: address })}
        aria-pressed={favorite}
        onClick={() =>
          update.mutate({ params: { id: contactId, subId: id }, body: { version, address, favorite: !favorite } })
        }
      >
        {star}
      </IconButton>
    </Tooltip>
  )
}

function Undeliverable() {
  const { t } = useTranslation('contacts')
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, color: 'error.main', fontSize: 13 }}
    >
      <WarningAmberIcon fontSize="inherit" />
      {t('field.undeliverable')}
    </Box>
  )
}
