import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useState } from 'react'
import type { RelationType } from '#contract/contacts/relations'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { useRelationWords } from './relation-words.ts'

interface Props {
  title: string
  name: string
  other: string
  start?: RelationType
  /** Saves the type; rejects if refused, which keeps the dialog open. */
  onSave: (type: RelationType) => Promise<unknown>
  onClose: () => void
}

/** Chooses the type of a relation, described with both names. */
export function TypeDialog({ title, name, other, start, onSave, onClose }: Props) {
  const { t } = useTranslation('relations')
  const { t: ui } = useTranslation('ui')
  const { choices } = useRelationWords()
  const [type, setType] = useState(start)
  const [saving, setSaving] = useState(false)

  async function save(chosen: RelationType) {
    setSaving(true)
    await onSave(chosen).then(onClose, () => setSaving(false))
  }

  return (
    <Dialog
      open
      title={title}
      width={520}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{ui('action.cancel')}</Button>
          <Button
            variant="contained"
            color="secondary"
            disabled={!type}
            loading={saving}
            onClick={() => type && void save(type)}
          >
            {ui('action.save')}
          </Button>
        </>
      }
    >
      <RadioGroup
        aria-label={t('field')}
        value={type ?? ''}
        onChange={(_event, value) => setType(value as RelationType)}
      >
        {choices(name, other).map((choice) => (
          <FormControlLabel key={choice.type} value={choice.type} control={<Radio />} label={choice.label} />
        ))}
      </RadioGroup>
    </Dialog>
  )
}
