import { memo, type ReactNode, useCallback, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Flame } from '#contract/orders/flames'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { newId } from '../../../state/new-id.ts'
import { type Merged, useBase } from '../../../ui/conflicts/use-editing.ts'
import { Form } from '../../../ui/forms/Form.tsx'
import { refusal } from '../../../ui/forms/form-error.ts'
import { SaveAction } from '../../../ui/forms/SaveAction.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { After } from '../../../ui/rendering/use-later.ts'
import { writingAddresses } from '../../contacts/parts/writing-addresses.ts'
import { HistoryPanel } from '../../together/history/HistoryPanel.tsx'
import { usePresence } from '../../together/presence/use-presence.ts'
import { MovedTodos } from '../../work/todos/MovedTodos.tsx'
import { ArticlesTable } from './ArticlesTable.tsx'
import { BillingAddressSection, DeliveryAddressSection } from './addresses/AddressSections.tsx'
import { AvisSection } from './addresses/AvisSection.tsx'
import { useRoomForMail } from './beside.ts'
import { DossierContact, useKnownContact, useWholeContact } from './DossierContact.tsx'
import { type FlameValues, FlameValuesCheck, type SentFlame, valuesOf } from './dossier-values.ts'
import { FlameSection } from './FlameSection.tsx'
import { DossierHeader } from './header/DossierHeader.tsx'
import { FlameHistory } from './history/FlameHistory.tsx'
import { DossierMail, useDossierMail } from './mail/DossierMail.tsx'
import { OrderSection } from './OrderSection.tsx'
import { PackagesSection } from './packages/PackagesSection.tsx'
import { useSaveFlame } from './saving/use-save-flame.tsx'
import { useFieldOfAddress } from './use-jump.ts'

const dossierFormId = 'dossier'

/** The form of a flame and its dossier, saved together with their version. */
export function DossierEditor({ flame }: { flame: Flame }) {
  const { t } = useTranslation('dossiers')
  const may = useMay()
  const base = useBase(flame)
  const afterSaving = useRef<(saved: boolean) => void>(undefined)
  const { save, compare, dialog } = useSaveFlame(flame.id)
  const presence = usePresence('flame', flame.id)
  const readOnly = !may('FLAME_MODIFY') || flame.archivedUtc !== null || flame.deletedUtc !== null

  async function submit(_sent: SentFlame, form: UseFormReturn<FlameValues, unknown, SentFlame>): Promise<Flame> {
    nameNewRows(form)
    try {
      const saved = await save(form.getValues(), base.version())
      base.begin(saved)
      notify(t('saved'))
      return saved
    } catch (error) {
      afterSaving.current?.(false)
      throw refusal(error)
    }
  }

  async function takeOver(mine: object): Promise<Merged | null> {
    const theirs = valuesOf(flame)
    const chosen = await compare(mine as FlameValues, valuesOf(base.now() ?? flame), theirs)
    if (chosen) base.begin(flame)
    return chosen && { theirs, chosen }
  }

  /** Submits the form and resolves to whether it was saved. */
  const submitNow = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        afterSaving.current = resolve
        const form = document.getElementById(dossierFormId)
        if (form instanceof HTMLFormElement) form.requestSubmit()
      }),
    [],
  )

  return (
    <Form<FlameValues, SentFlame, Flame>
      id={dossierFormId}
      label={t('form')}
      schema={FlameValuesCheck}
      defaultValues={valuesOf(flame)}
      onSubmit={submit}
      valuesOf={valuesOf}
      editing={{ ...base, compare: takeOver, dialog }}
      readOnly={readOnly}
      presence={presence}
      onSaved={() => afterSaving.current?.(true)}
      keptAs={{
        name: 'dossier',
        version: base.version,
        onOlder: (_start, version) => base.begin({ ...flame, version }),
      }}
    >
      <DossierContact flameId={flame.id} dossier={flame.dossier}>
        <TopBarActions flame={flame} />
        {!readOnly && <SaveAction form={dossierFormId} />}
        <BesideMail flame={flame} readOnly={readOnly}>
          <DossierHeader flame={flame} others={presence.others} readOnly={readOnly} onSave={submitNow} />
          <Sections flame={flame} readOnly={readOnly} />
        </BesideMail>
      </DossierContact>
    </Form>
  )
}

/** Gives new rows their ids before the first save, so that saving again after a lost answer adds no second row. */
function nameNewRows({ getValues, setValue }: UseFormReturn<FlameValues, unknown, SentFlame>): void {
  for (const list of ['dossier.articles', 'dossier.packageInfos'] as const) {
    for (const [at, { id }] of getValues(list).entries()) {
      if (!id) setValue(`${list}.${at}.id`, newId())
    }
  }
}

/** Shows the dossier beside the e-mail it was created from, if any. */
function BesideMail({ flame, readOnly, children }: { flame: Flame; readOnly: boolean; children: ReactNode }) {
  const email = useDossierMail(flame.id)
  const roomy = useRoomForMail()
  return (
    <Box sx={{ display: 'flex', flexDirection: roomy ? 'row-reverse' : 'column', alignItems: 'stretch', gap: 3 }}>
      {email && (
        <Box sx={roomy ? mailLook : undefined}>
          <DossierMail email={email} flame={flame} readOnly={readOnly} />
        </Box>
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>{children}</Box>
    </Box>
  )
}

/** Stays visible while the dossier scrolls. */
const mailLook = {
  width: 'min(25vw, 360px)',
  flexShrink: 0,
  alignSelf: 'start',
  position: 'sticky',
  top: 0,
  maxHeight: 'calc(100dvh - 96px)',
  overflow: 'auto',
} as const

/**
 * The sections of the dossier. Each subscribes to its own form values, so that other changes do not redraw it. They are
 * drawn one after the other, from the top.
 */
const Sections = memo(function Sections({ flame, readOnly }: { flame: Flame; readOnly: boolean }) {
  return (
    <Box sx={{ display: 'grid', gap: 3, containerType: 'inline-size' }}>
      {!readOnly && (
        <After turns={5}>
          <Moved flameId={flame.id} />
        </After>
      )}
      <Box sx={{ display: 'grid', gap: 3, alignItems: 'start', ...columns.head }}>
        <OrderSection readOnly={readOnly} />
        <After turns={1}>
          <FlameSection flame={flame} readOnly={readOnly} />
        </After>
      </Box>
      <After turns={2}>
        <ArticlesTable readOnly={readOnly} />
      </After>
      <After turns={3}>
        <Box sx={{ display: 'grid', gap: 3, alignItems: 'start', ...columns.parts }}>
          <AvisSection readOnly={readOnly} />
          <DeliveryAddressSection readOnly={readOnly} />
          <BillingAddressSection readOnly={readOnly} />
        </Box>
      </After>
      <After turns={4}>
        <PackagesSection flame={flame} readOnly={readOnly} />
      </After>
      <After turns={5}>
        <HistoryPanel>
          <FlameHistory flameId={flame.id} />
        </HistoryPanel>
        <FieldOfAddress />
      </After>
    </Box>
  )
})

/** Focuses the field in the URL; rendered last, when all fields exist. */
function FieldOfAddress() {
  useFieldOfAddress()
  return null
}

/** Tells about to-dos that depend on a date that was saved with a new value. */
function Moved({ flameId }: { flameId: string }) {
  const may = useMay()
  return may('TODO_READ') && may('TODO_MODIFY') ? <MovedTodos refId={flameId} /> : null
}

/** Grid columns by the space that the panels beside the dossier leave. */
const columns = {
  head: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    '@container (min-width: 960px)': { gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 2fr)' },
  },
  parts: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    '@container (min-width: 900px)': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  },
}

function TopBarActions({ flame }: { flame: Flame }) {
  const { t } = useTranslation('dossiers')
  const { t: contacts } = useTranslation('contacts')
  const contact = useKnownContact()
  const mails = useWholeContact()?.emailAddresses ?? []
  const avis: string | null = useWatch({ name: 'dossier.avisEmailRef' })
  const type = contact?.customerType ? contacts(`customerType.${contact.customerType}`) : t('unknownType')
  useScreenActions({
    title: t('title', { name: contact?.fullName ?? '…', type }),
    writeTo: {
      contactRef: contact?.id ?? flame.dossier.contactRef,
      // until another contact is saved, the dossier is still that of the previous one
      ...(contact?.id === flame.dossier.contactRef ? { flameRef: flame.id } : {}),
      addresses: writingAddresses(mails, avis),
    },
  })
  return null
}
