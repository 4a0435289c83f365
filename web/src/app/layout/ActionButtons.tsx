import AddIcon from '@mui/icons-material/Add'
import SaveIcon from '@mui/icons-material/Save'
import TimelineIcon from '@mui/icons-material/Timeline'
import UploadIcon from '@mui/icons-material/Upload'
import { type Ref, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCurrentUser } from '../../session/session.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import type { IconComponent } from '../../ui/icons/create-icon.ts'
import { type ScreenActions, screenActions, useShownActions } from '../../ui/navigation/screen-actions.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { Tooltip } from '../../ui/tooltips/Tooltip.tsx'
import { useSaveKey } from './use-save-key.ts'

/** Buttons of the screen: upload, add and save. */
export function ActionButtons({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation('shell')
  const { t: ui } = useTranslation('ui')
  const { save, add, upload, timeline } = useShownActions()
  const saveButton = useRef<HTMLButtonElement>(null)
  useSaveKey(saveButton, save !== undefined)
  const isAdmin = useCurrentUser().roles.includes('ADMIN')
  return (
    <>
      {timeline && <TimelineButton {...timeline} />}
      {upload && isAdmin && (
        <ActionButton
          icon={UploadIcon}
          label={upload.label ?? t('action.upload')}
          narrow={narrow}
          disabled={upload.disabled}
          onClick={() => screenActions().upload?.onClick()}
        />
      )}
      {add && (
        <ActionButton
          icon={AddIcon}
          label={add.label ?? t('action.add')}
          narrow={narrow}
          disabled={add.disabled}
          main={!save}
          onClick={() => screenActions().add?.onClick()}
        />
      )}
      {save && (
        <ActionButton
          ref={saveButton}
          icon={SaveIcon}
          label={save.label ?? ui('action.save')}
          narrow={narrow}
          disabled={save.disabled}
          main
          {...('form' in save
            ? { form: save.form }
            : {
                onClick: () => {
                  const now = screenActions().save
                  if (now && 'onClick' in now) now.onClick()
                },
              })}
        />
      )}
    </>
  )
}

/** Shows the count inside the button, because a badge would cover the icon. */
function TimelineButton({ count, open }: NonNullable<ScreenActions['timeline']>) {
  const { t } = useTranslation('shell')
  const number = formatNumber(count ?? 0)
  const label = open ? t('timeline.hide', { number }) : t('timeline.show', { number })
  return (
    <Tooltip title={label}>
      <Button
        variant={open ? 'outlined' : 'text'}
        color={open ? 'secondary' : 'inherit'}
        startIcon={<TimelineIcon />}
        aria-label={label}
        aria-expanded={open}
        onClick={() => screenActions().timeline?.onClick()}
        sx={{ flexShrink: 0, minWidth: 0 }}
      >
        {count === undefined ? '' : number}
      </Button>
    </Tooltip>
  )
}

interface Props {
  ref?: Ref<HTMLButtonElement>
  icon: IconComponent
  label: string
  narrow: boolean
  disabled?: boolean
  /** Main action of the screen; there is only one. */
  main?: boolean
  form?: string
  onClick?: () => void
}

function ActionButton({ icon: Icon, label, narrow, main = false, form, ...props }: Props) {
  const type = form ? 'submit' : 'button'
  if (narrow) {
    return (
      <Tooltip title={label}>
        <span>
          <IconButton aria-label={label} color={main ? 'secondary' : 'default'} type={type} form={form} {...props}>
            <Icon />
          </IconButton>
        </span>
      </Tooltip>
    )
  }
  return (
    <Button
      variant={main ? 'contained' : 'outlined'}
      color={main ? 'secondary' : 'inherit'}
      startIcon={<Icon />}
      type={type}
      form={form}
      sx={{ whiteSpace: 'nowrap', flexShrink: 0 }}
      {...props}
    >
      {label}
    </Button>
  )
}
