import { useTranslation } from '../../../i18n/use-translation.ts'
import { CheckboxField } from '../../../ui/fields/CheckboxField.tsx'
import { LineField } from '../../../ui/fields/LineField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useContactWords } from '../../contacts/contact-words.ts'
import { CheckFact } from '../../contacts/fields/TaxNumberFields.tsx'
import { useKnownContact } from './DossierContact.tsx'
import { CurrencyField } from './fields/CurrencyField.tsx'
import { DayField } from './fields/DayField.tsx'
import { ListField } from './fields/ListField.tsx'
import { PickupDateField } from './fields/PickupDateField.tsx'
import { ResellerField } from './fields/ResellerField.tsx'
import { SelfPickupField } from './fields/SelfPickupField.tsx'
import { useDossierLists } from './use-dossier-lists.ts'
import { taxNumberId } from './use-jump.ts'

interface Props {
  readOnly: boolean
}

/** The header fields of the order: name, dates and terms. */
export function OrderSection({ readOnly }: Props) {
  const { t } = useTranslation('dossiers')
  return (
    <Panel title={t('section.order')}>
      <Box sx={{ px: 3, pt: 1, pb: 3, ...fieldGrid({ xs: 1, sm: 2, md: 4 }), ...besideMail }}>
        <NameFields readOnly={readOnly} />
        <DateFields readOnly={readOnly} />
        <TermsFields readOnly={readOnly} />
        <Box sx={{ gridColumn: '1 / -1' }}>
          <TextField name="dossier.notes" label={t('field.notes')} rows={2} readOnly={readOnly} />
        </Box>
      </Box>
    </Panel>
  )
}

/** Three columns in a narrow container, so that a date with time is not truncated. */
const besideMail = {
  '@container (min-width: 560px) and (max-width: 1099.95px)': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
}

function NameFields({ readOnly }: Props) {
  const { t } = useTranslation('dossiers')
  const { languages } = useContactWords()
  return (
    <>
      <TextField name="dossier.certificateName" label={t('field.certificateName')} readOnly={readOnly} />
      <SelectField name="dossier.language" label={t('field.language')} options={languages} readOnly={readOnly} />
      <TextField name="dossier.sapOrdernumber" label={t('field.sapOrdernumber')} readOnly={readOnly} />
      <ResellerField readOnly={readOnly} />
      <TaxNumber kind="uid" />
      <TaxNumber kind="eori" />
      <Flags readOnly={readOnly} />
    </>
  )
}

function DateFields({ readOnly }: Props) {
  const { t } = useTranslation('dossiers')
  return (
    <>
      <PickupDateField readOnly={readOnly} />
      <SelfPickupField readOnly={readOnly} />
      <DayField name="dossier.deliveryDate" label={t('field.deliveryDate')} readOnly={readOnly} />
      <DayField name="dossier.purchasePickupDate" label={t('field.purchasePickupDate')} readOnly={readOnly} />
    </>
  )
}

function TermsFields({ readOnly }: Props) {
  const { t } = useTranslation('dossiers')
  const lists = useDossierLists()
  return (
    <>
      <ListField
        name="dossier.paymentConditionRef"
        label={t('field.paymentConditionRef')}
        options={lists.paymentConditions}
        readOnly={readOnly}
      />
      <DayField name="dossier.paymentPeriod" label={t('field.paymentPeriod')} readOnly={readOnly} />
      <ListField
        name="dossier.deliveryConditionRef"
        label={t('field.deliveryConditionRef')}
        options={lists.deliveryConditions}
        readOnly={readOnly}
      />
      <CurrencyField readOnly={readOnly} />
      <ListField
        name="dossier.forwardingAgencyRef"
        label={t('field.forwardingAgencyRef')}
        options={lists.forwardingAgencies}
        readOnly={readOnly}
      />
      <TextField name="dossier.shipmentReference" label={t('field.shipmentReference')} readOnly={readOnly} />
    </>
  )
}

function Flags({ readOnly }: Props) {
  const { t } = useTranslation('dossiers')
  return (
    <Box sx={{ gridColumn: { sm: 'span 2' }, ...ownRow, display: 'flex', flexWrap: 'wrap', ...closeFlags }}>
      <CheckboxField name="dossier.taxFreeDelivery" label={t('field.taxFreeDelivery')} readOnly={readOnly} />
      <CheckboxField name="dossier.oss" label={t('field.oss')} readOnly={readOnly} />
      <CheckboxField name="dossier.delivered" label={t('field.delivered')} readOnly={readOnly} />
    </Box>
  )
}

const ownRow = { '@container (min-width: 560px) and (max-width: 1099.95px)': { gridColumn: '1 / -1' } }

/** Narrow margins, so that all three fit on one line beside a drawer. */
const closeFlags = { '& .MuiFormControlLabel-root': { mr: 2 } }

/** A tax number of the contact, read-only because it is edited there. */
function TaxNumber({ kind }: { kind: 'uid' | 'eori' }) {
  const { t } = useTranslation('dossiers')
  const contact = useKnownContact()
  const check = contact?.[`${kind}Check`]
  return (
    <Box id={taxNumberId(kind)} tabIndex={-1}>
      <LineField
        label={t(`field.${kind}`)}
        value={check?.value ?? ''}
        placeholder={t(`none.${kind}`)}
        readOnly
        shrink
      />
      {check && <CheckFact check={check} />}
    </Box>
  )
}
