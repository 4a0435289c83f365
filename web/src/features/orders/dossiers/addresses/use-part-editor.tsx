import { type ReactNode, useState } from 'react'
import type { Contact } from '#contract/contacts/contacts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { useMay } from '../../../../session/session.ts'
import { useListed } from '../../../../ui/conflicts/use-listed.ts'
import { useConfirm } from '../../../../ui/dialogs/confirm.tsx'
import { Dialog } from '../../../../ui/dialogs/Dialog.tsx'
import { useFormMethods } from '../../../../ui/forms/form-methods.ts'
import { GuardsWithin, useAskedClose } from '../../../../ui/forms/unsaved-changes.ts'
import { Box } from '../../../../ui/layout/Box.tsx'
import { OwnerConflicts } from '../../../contacts/parts/OwnerConflictDialog.tsx'
import { useWholeContact } from '../DossierContact.tsx'
import type { FlameValues, refsOfContact } from '../dossier-values.ts'

export type PartKind = 'Phone' | 'Email' | 'Delivery' | 'Billing'

interface Part {
  id: string
}

interface EditorProps<P extends Part> {
  contact: Contact
  part: P | undefined
  mayUpdate: () => Promise<boolean>
  onClose: (saved?: P) => void
}

interface Options<P extends Part> {
  kind: PartKind
  /** The form field with the reference of the part. */
  field: (typeof refsOfContact)[number]
  /** Formats the part on one line. */
  lineOf: (part: P) => string
  editor: (props: EditorProps<P>) => ReactNode
}

/** Opens the contact's editor for a new or chosen part; a new one is chosen automatically. */
export function usePartEditor<P extends Part>({ kind, field, lineOf, editor }: Options<P>, readOnly: boolean) {
  const { t } = useTranslation('dossiers')
  const may = useMay()
  const confirm = useConfirm()
  const contact = useWholeContact()
  const { setValue } = useFormMethods<FlameValues>()
  const [edited, setEdited] = useState<P | 'new'>()
  const parts: readonly Part[] = contact
    ? [...contact.addresses, ...contact.emailAddresses, ...contact.phoneNumbers]
    : []
  const listed = useListed(parts, edited === 'new' ? undefined : edited?.id)
  const part = edited === 'new' || !edited ? undefined : ((listed ?? edited) as P)
  const editable = !readOnly && may('CONTACT_MODIFY') && contact !== undefined && contact.deletedAtUtc === null

  const { guards, close } = useAskedClose(() => setEdited(undefined))
  function choose(saved: P) {
    setEdited(undefined)
    setValue(`dossier.${field}`, saved.id, { shouldDirty: true })
  }
  const onClose = (saved?: P) => (saved ? choose(saved) : close())

  const mayUpdate = async () =>
    (await confirm({
      title: t('part.updateTitle'),
      message: t(`part.update${kind}`, { what: part ? lineOf(part) : '' }),
      ok: t('part.update'),
    })) === 'ok'

  const dialog = contact && edited && (
    <Dialog open persistent="form" title={t(part ? `part.edit${kind}` : `part.new${kind}`)} width={560} onClose={close}>
      <GuardsWithin value={guards}>
        <Box sx={{ pt: 2 }}>
          <OwnerConflicts>{editor({ contact, part, mayUpdate, onClose })}</OwnerConflicts>
        </Box>
      </GuardsWithin>
    </Dialog>
  )
  return {
    dialog,
    isAdding: edited === 'new',
    add: editable ? () => setEdited('new') : undefined,
    edit: editable ? setEdited : undefined,
  }
}
