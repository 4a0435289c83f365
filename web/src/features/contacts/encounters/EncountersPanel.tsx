import AddIcon from '@mui/icons-material/Add'
import CloseIcon from '@mui/icons-material/Close'
import DeleteSweepIcon from '@mui/icons-material/DeleteSweepOutlined'
import MicIcon from '@mui/icons-material/Mic'
import { Suspense, useId, useState } from 'react'
import type { Contact } from '#contract/contacts/contacts'
import { type Encounter, encounterApi } from '#contract/contacts/encounters'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import type { IconComponent } from '../../../ui/icons/create-icon.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import { dialogLeftOpen } from './kept-names.ts'
import { OneEncounter, Timeline } from './Timeline.tsx'

const EncounterDialog = lazyPart(() => import('./EncounterDialog.tsx'), 'EncounterDialog')
const VoiceNoteDialog = lazyPart(() => import('./VoiceNoteDialog.tsx'), 'VoiceNoteDialog')
const BinDialog = lazyPart(() => import('./BinDialog.tsx'), 'BinDialog')

/** Value in the URL, in place of an id, that opens the dialog for a new encounter. */
const newEncounterRef = '-1'

interface Props {
  contact: Contact
  /** Id of the encounter named in the URL. */
  named: string | undefined
  /** Leaves the single encounter. */
  onShowAll: () => void
  /** Omitted if the container closes the panel. */
  onClose?: () => void
}

type Opened = { dialog: 'new' } | { dialog: 'voice' } | { dialog: 'bin' } | { dialog: 'edit'; encounter: Encounter }

export function EncountersPanel({ contact, named, onShowAll, onClose }: Props) {
  const { t } = useTranslation('encounters')
  const may = useMay()
  const titleId = useId()
  const open = contact.deletedAtUtc === null
  const mayAdd = open && may('ENCOUNTER_CREATE')
  const [opened, setOpened] = useState<Opened | undefined>(() => {
    const dialog = mayAdd ? dialogLeftOpen() : undefined
    return dialog && { dialog }
  })
  const asked: Opened | undefined = named === newEncounterRef && mayAdd ? { dialog: 'new' } : opened
  const one = named === newEncounterRef ? undefined : named

  function close() {
    setOpened(undefined)
    if (named === newEncounterRef) onShowAll()
  }
  const edit = (encounter: Encounter) => setOpened({ dialog: 'edit', encounter })

  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{ display: 'flex', flexDirection: 'column', gap: 2, height: 1, pt: 1 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', pl: 3, pr: 1 }}>
        <Typography id={titleId} variant="h2" sx={{ flex: 1 }}>
          {t('title')}
        </Typography>
        {mayAdd && (
          <>
            <Tool icon={AddIcon} label={t('add.title')} onClick={() => setOpened({ dialog: 'new' })} />
            <Tool icon={MicIcon} label={t('voice.title')} onClick={() => setOpened({ dialog: 'voice' })} />
          </>
        )}
        {may('ENCOUNTER_DELETE') && (
          <Tool icon={DeleteSweepIcon} label={t('bin.title')} onClick={() => setOpened({ dialog: 'bin' })} />
        )}
        {onClose && <Tool icon={CloseIcon} label={t('close')} onClick={onClose} />}
      </Box>
      {one ? (
        <>
          <Box sx={{ px: 3 }}>
            <Button variant="outlined" color="inherit" onClick={onShowAll}>
              {t('one.showAll')}
            </Button>
          </Box>
          <OneEncounter key={one} contact={contact} id={one} onEdit={edit} />
        </>
      ) : (
        <Timeline contact={contact} onEdit={edit} onAdd={mayAdd ? () => setOpened({ dialog: 'new' }) : undefined} />
      )}
      <Suspense>
        {asked?.dialog === 'new' && <EncounterDialog contactId={contact.id} encounter={null} onClose={close} />}
        {asked?.dialog === 'edit' && <EditDialog contactId={contact.id} encounter={asked.encounter} onClose={close} />}
        {asked?.dialog === 'voice' && <VoiceNoteDialog contactId={contact.id} onClose={close} />}
        {asked?.dialog === 'bin' && <BinDialog contact={contact} onClose={close} />}
      </Suspense>
    </Box>
  )
}

interface EditProps {
  contactId: string
  encounter: Encounter
  onClose: () => void
}

/** Loads the edited encounter separately, because a filtered timeline may not contain it any more. */
function EditDialog({ contactId, encounter, onClose }: EditProps) {
  const now = useApi(encounterApi.get, { params: { id: encounter.id } }, { quiet: true })
  return <EncounterDialog contactId={contactId} encounter={now.data ?? encounter} onClose={onClose} />
}

function Tool({ icon: Icon, label, onClick }: { icon: IconComponent; label: string; onClick: () => void }) {
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={onClick}>
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  )
}
