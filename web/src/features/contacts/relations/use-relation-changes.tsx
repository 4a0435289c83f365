import type { Contact } from '#contract/contacts/contacts'
import { type ContactRelation, contactRelationApi, type RelationType } from '#contract/contacts/relations'
import { changeThen, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useConflict } from '../../../ui/conflicts/use-conflict.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'

interface Values {
  type: RelationType
}

/** Returns functions that change, activate, deactivate and delete relations, the last with an undo. */
export function useRelationChanges(contact: Contact) {
  const { t } = useTranslation('relations')
  const { t: ui } = useTranslation('ui')
  const add = useApiMutation(contactRelationApi.add)
  const removing = useApiMutation(contactRelationApi.remove)
  const activate = useApiMutation(contactRelationApi.activate)
  const deactivate = useApiMutation(contactRelationApi.deactivate)
  const migrating = useApiMutation(contactRelationApi.migrate, { quiet: ['STALE_VERSION'] })
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
    changeThen(call, input, () => notify(t(active ? 'activated' : 'deactivated', { name })))
  }

  function remove(relation: ContactRelation): void {
    const { contactRef, type, active, fullName: name } = relation
    const undo = () =>
      changeThen(add, { params: { id: contact.id }, body: { contactRef, type, active } }, () =>
        notify(t('restored', { name })),
      )
    changeThen(
      removing,
      { params: paramsOf(relation) },
      () => void notify(t('removed', { name }), { action: { label: ui('action.undo'), onClick: undo } }),
    )
  }

  return { migrate, setActive, remove, dialog: conflict.dialog }
}

export type RelationChanges = ReturnType<typeof useRelationChanges>
