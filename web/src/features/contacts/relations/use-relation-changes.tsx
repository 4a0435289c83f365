import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Contact, contactApi } from '#contract/contacts/contacts'
import { type ContactRelation, contactRelationApi, type RelationType } from '#contract/contacts/relations'
import { historyApi } from '#contract/history'
import { refresh, useApiMutation } from '../../../api/hooks.ts'
import { notify } from '../../../ui/snackbar.ts'
import { useConflict } from '../../../ui/use-conflict.tsx'

/** What shows a relation, on either side of it. */
export const relationReads = [
  contactRelationApi.list,
  contactRelationApi.count,
  contactRelationApi.graph,
  contactApi.get,
  historyApi.ofContact,
]

interface Values {
  type: RelationType
}

/** Turns relations into others, past or active ones, and deletes them with undo in the snackbar. */
export function useRelationChanges(contact: Contact) {
  const { t } = useTranslation('relations')
  const { t: ui } = useTranslation('ui')
  const client = useQueryClient()
  const options = { refreshes: relationReads }
  const add = useApiMutation(contactRelationApi.add, options)
  const removing = useApiMutation(contactRelationApi.remove, options)
  const activate = useApiMutation(contactRelationApi.activate, options)
  const deactivate = useApiMutation(contactRelationApi.deactivate, options)
  const migrating = useApiMutation(contactRelationApi.migrate, { ...options, quiet: ['STALE_VERSION'] })
  const conflict = useConflict<Values, ContactRelation>({
    name: t('title'),
    fields: [{ name: 'type', label: t('field'), show: (type) => t(`type.${type}`) }],
    valuesOf: ({ type }) => ({ type }),
  })
  const paramsOf = ({ id }: ContactRelation) => ({ id: contact.id, relId: id })

  async function migrate(relation: ContactRelation, type: RelationType): Promise<void> {
    await conflict.save({ type }, relation, (values, version) =>
      migrating.mutateAsync({ params: paramsOf(relation), query: { migrationType: values.type, version } }),
    )
    notify(t('changed', { name: relation.fullName }))
  }

  function setActive(relation: ContactRelation, active: boolean): void {
    const input = { params: paramsOf(relation), query: { version: relation.version } }
    const name = relation.fullName
    const call = active ? activate : deactivate
    call.mutate(input, {
      onSuccess: () => notify(t(active ? 'activated' : 'deactivated', { name })),
      // what somebody else made of it meanwhile has to be seen first
      onError: () => void refresh(client, relationReads),
    })
  }

  function remove(relation: ContactRelation): void {
    const { contactRef, type, active, fullName: name } = relation
    const undo = () =>
      add.mutate(
        { params: { id: contact.id }, body: { contactRef, type, active } },
        { onSuccess: () => notify(t('restored', { name })) },
      )
    removing.mutate(
      { params: paramsOf(relation) },
      { onSuccess: () => void notify(t('removed', { name }), { action: { label: ui('action.undo'), onClick: undo } }) },
    )
  }

  return { migrate, setActive, remove, dialog: conflict.dialog }
}

export type RelationChanges = ReturnType<typeof useRelationChanges>
