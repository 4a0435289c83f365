import { useState } from 'react'
import type { Contact } from '#contract/contacts/contacts'
import { type ContactRelation, contactRelationApi } from '#contract/contacts/relations'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { AddRelation } from './AddRelation.tsx'
import { RelationGraph } from './RelationGraph.tsx'
import { RelationList } from './RelationList.tsx'
import { TypeDialog } from './TypeDialog.tsx'
import { useRelationChanges } from './use-relation-changes.tsx'

interface Props {
  contact: Contact
  readOnly: boolean
}

/** The relations of a contact as list and graph. */
export function RelationsTab({ contact, readOnly }: Props) {
  const { t } = useTranslation('relations')
  const relations = useApi(contactRelationApi.list, { params: { id: contact.id } }, { quiet: true })
  const [changed, setChanged] = useState<ContactRelation>()
  const changes = useRelationChanges(contact)
  useScreenActions({ title: contact.fullName })

  if (relations.error) {
    const { message } = relations.error
    return <ErrorState title={t('loadFailed')} message={message} onRetry={() => void relations.refetch()} />
  }
  if (!relations.data) return <SkeletonLines lines={6} />
  return (
    <Box sx={{ display: 'grid', gap: 3, alignItems: 'start', gridTemplateColumns: columns }}>
      <RelationList
        name={contact.fullName}
        relations={relations.data}
        action={!readOnly && <AddRelation contact={contact} />}
        changes={readOnly ? undefined : { ...changes, askType: setChanged }}
      />
      {relations.data.length > 0 && <RelationGraph contactId={contact.id} />}
      {changed && (
        <TypeDialog
          title={t('changeOf', { name: changed.fullName })}
          name={contact.fullName}
          other={changed.fullName}
          start={changed.type}
          onSave={(type) => changes.migrate(changed, type)}
          onClose={() => setChanged(undefined)}
        />
      )}
      {changes.dialog}
    </Box>
  )
}

const columns = { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' }
