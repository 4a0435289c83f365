import ArchiveIcon from '@mui/icons-material/ArchiveOutlined'
import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import MoreVertIcon from '@mui/icons-material/MoreVert'
import PersonOutlineIcon from '@mui/icons-material/PersonOutlined'
import Chip from '@mui/material/Chip'
import type { SxProps, Theme } from '@mui/material/styles'
import { useFormContext, useFormState } from 'react-hook-form'
import { type Flame, flameApi } from '#contract/orders/flames'
import type { Present } from '#contract/together/presence'
import { useApi } from '../../../../api/hooks.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { useMay } from '../../../../session/session.ts'
import { visuallyHidden } from '../../../../ui/accessibility/visually-hidden.ts'
import { Button } from '../../../../ui/buttons/Button.tsx'
import { MenuButton } from '../../../../ui/buttons/MenuButton.tsx'
import { ToolButton } from '../../../../ui/buttons/ToolButton.tsx'
import { useDiscard } from '../../../../ui/forms/use-discard.ts'
import { Box } from '../../../../ui/layout/Box.tsx'
import { useGo } from '../../../../ui/navigation/screens.ts'
import { Typography } from '../../../../ui/text/Typography.tsx'
import { OriginLinks } from '../../../mail/inbox/OriginLinks.tsx'
import { PresentPeople } from '../../../together/presence/PresentPeople.tsx'
import { useFlameDialogs } from '../../flames/use-flame-dialogs.tsx'
import { useShowBeside } from '../beside.ts'
import { useKnownContact } from '../DossierContact.tsx'
import type { FlameValues } from '../dossier-values.ts'
import { Lacking } from '../Lacking.tsx'
import { useDossierWords } from '../saving/use-dossier-words.ts'
import { useJump } from '../use-jump.ts'
import { ChangeContactButton } from './ChangeContactButton.tsx'
import { PrintMenu } from './PrintMenu.tsx'
import { PutAwayBanner } from './PutAwayBanner.tsx'
import { StepBar, useCard } from './StepBar.tsx'
import { StepFact } from './StepFact.tsx'
import { usePutAway } from './use-put-away.ts'
import { WriteToCustomerButton } from './WriteToCustomerButton.tsx'

interface Props {
  flame: Flame
  others: readonly Present[]
  readOnly: boolean
  onSave: () => Promise<boolean>
}

/** The header of a dossier: step, missing requirements and actions. */
export function DossierHeader({ flame, others, readOnly, onSave }: Props) {
  const { t } = useTranslation('dossiers')
  return (
    <Box sx={{ mb: 3, containerType: 'inline-size' }}>
      <StepBar flame={flame} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 1, ...closeTools }}>
        <StepFact flame={flame} />
        {readOnly && !flame.deletedUtc && <Chip size="small" variant="outlined" label={t('readonly')} />}
        {!readOnly && <Unsaved />}
        <Box sx={roomForPresent}>
          <PresentInDossier others={others} />
        </Box>
        <Buttons flame={flame} readOnly={readOnly} onSave={onSave} />
      </Box>
      <FlameOrigin flameId={flame.id} />
      <PutAwayBanner flame={flame} />
      <Lacking flame={flame} />
    </Box>
  )
}

/** Reserves a fixed space for present users and clips the rest, so that nothing moves. */
const roomForPresent = { flex: '1 1 56px', minWidth: 56, overflow: 'hidden' } as const

/** Keeps the actions on one line beside the e-mail. */
const closeTools = {
  '@container (max-width: 719.95px)': {
    columnGap: 0,
    '& .button': { px: 1 },
    '& .button-icon': { mr: 1 },
  },
}

function FlameOrigin({ flameId }: { flameId: string }) {
  const origin = useApi(flameApi.origin, { params: { id: flameId } }, { quiet: true })
  return <OriginLinks origin={origin.data} />
}

/** Shows present users with the dossier's field names. */
function PresentInDossier({ others }: Pick<Props, 'others'>) {
  const { getValues } = useFormContext<FlameValues>()
  const values = getValues()
  const { labelOf } = useDossierWords(values, values)
  return <PresentPeople others={others} labelOf={(field) => labelOf(field, values, values)} />
}

function Buttons({ flame, readOnly, onSave }: Omit<Props, 'others'>) {
  const { t } = useTranslation('dossiers')
  const may = useMay()
  const go = useGo()
  const contact = useKnownContact()
  const { remove } = usePutAway(flame)
  return (
    <>
      {contact && may('CONTACT_READ') && (
        <ToolButton
          icon={PersonOutlineIcon}
          label={t('contact.jump')}
          onClick={() => go('contact', { id: contact.id })}
        />
      )}
      {!readOnly && may('CONTACT_READ') && <ChangeContactButton />}
      <WriteToCustomerButton flame={flame} />
      <PrintMenu flame={flame} onSave={onSave} />
      <Further flame={flame} readOnly={readOnly} />
      {may('FLAME_DELETE') && !flame.deletedUtc && (
        <ToolButton icon={DeleteOutlineIcon} label={t('remove.action')} onClick={() => void remove()} />
      )}
    </>
  )
}

/** Menu with further actions on the flame, and the tabs beside it. */
function Further({ flame, readOnly }: Pick<Props, 'flame' | 'readOnly'>) {
  const { t } = useTranslation('dossiers')
  const may = useMay()
  const go = useGo()
  const show = useShowBeside()
  const card = useCard(flame)
  const dialogs = useFlameDialogs({ toField: useJump() })
  const entries = [
    may('READ_COMMENTS') && { label: t('beside.comments'), run: () => show('comments') },
    may('TODO_READ') && { label: t('beside.todos'), run: () => show('todos') },
    { label: t('beside.history'), run: () => show('history') },
    may('EMAIL_READ') && {
      label: t('further.emails'),
      run: () => go('emails', { contact: flame.dossier.contactRef }),
    },
    card && may('FLAME_CREATE') && { label: t('further.duplicate'), run: () => dialogs.run('duplicate', card) },
  ]
  return (
    <>
      {card && !readOnly && (
        <ToolButton icon={ArchiveIcon} label={t('further.archive')} onClick={() => dialogs.run('archive', card)} />
      )}
      <MenuButton
        icon={<MoreVertIcon />}
        label={t('further.action')}
        iconOnly
        tooltip={t('further.action')}
        entries={entries}
      />
      {dialogs.dialogFor([])}
    </>
  )
}

/** Shows unsaved changes with a button to discard them; the save button is in the top bar. */
function Unsaved() {
  const { t } = useTranslation('dossiers')
  const { isDirty } = useFormState()
  const discard = useDiscard()
  // reserves the space, so that the first change does not move the content below
  if (!isDirty) {
    return (
      <Button key="room" disabled aria-hidden sx={{ ml: 1, visibility: 'hidden' }}>
        {t('discard')}
      </Button>
    )
  }
  return (
    <>
      {/* visually hidden where space is short; the button is sufficient */}
      <Typography variant="body2" color="textSecondary" role="status" sx={unsavedLook}>
        {t('unsaved')}
      </Typography>
      <Button sx={{ ml: 1 }} onClick={discard}>
        {t('discard')}
      </Button>
    </>
  )
}

const unsavedLook: SxProps<Theme> = (theme) => ({ [theme.breakpoints.down('xl')]: visuallyHidden })
