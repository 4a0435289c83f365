import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import LinkIcon from '@mui/icons-material/Link'
import LinkOffIcon from '@mui/icons-material/LinkOff'
import Chip from '@mui/material/Chip'
import type { ReactNode } from 'react'
import type { ContactRelation } from '#contract/contacts/relations'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import { ContactLink } from '../ContactLink.tsx'
import { useRelationWords } from './relation-words.ts'
import type { RelationChanges } from './use-relation-changes.tsx'

interface Changes extends Pick<RelationChanges, 'setActive' | 'remove'> {
  askType: (relation: ContactRelation) => void
}

interface Props {
  name: string
  relations: readonly ContactRelation[]
  action: ReactNode
  /** Omitted if the list is read-only. */
  changes?: Changes
}

export function RelationList({ name, relations, action, changes }: Props) {
  const { t } = useTranslation('relations')
  return (
    <Panel title={t('title')} count={relations.length} action={action}>
      {relations.length === 0 && <EmptyState title={t('empty')} hint={t('emptyHint')} />}
      <Box component="ul" aria-label={t('title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {relations.map((relation) => (
          <RelationRow key={`${relation.id} ${relation.type}`} name={name} relation={relation} changes={changes} />
        ))}
      </Box>
    </Panel>
  )
}

function RelationRow({ name, relation, changes }: { name: string; relation: ContactRelation; changes?: Changes }) {
  const { t } = useTranslation('relations')
  const { sentenceOf } = useRelationWords()
  const { contactRef, fullName, city, active, given } = relation
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, pl: 3, pr: 1, py: 1, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: 0, color: active ? undefined : 'text.secondary' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, fontSize: 13 }}>
          <ContactLink id={contactRef}>{fullName}</ContactLink>
          {city && <span>{city}</span>}
          {!active && <Chip size="small" variant="outlined" label={t('past')} />}
        </Box>
        <Typography variant="body2" color="textSecondary">
          {sentenceOf(relation, name)}
          {given && changes && ` · ${t('given', { name: fullName })}`}
        </Typography>
      </Box>
      {changes && !given && <RowButtons relation={relation} changes={changes} />}
    </Box>
  )
}

function RowButtons({ relation, changes }: { relation: ContactRelation; changes: Changes }) {
  const { t } = useTranslation('relations')
  const name = relation.fullName
  const button = (label: string, icon: ReactNode, onClick: () => void) => (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={onClick}>
        {icon}
      </IconButton>
    </Tooltip>
  )
  return (
    <>
      {button(t('changeOf', { name }), <EditIcon fontSize="small" />, () => changes.askType(relation))}
      {relation.active
        ? button(t('deactivateOf', { name }), <LinkOffIcon fontSize="small" />, () =>
            changes.setActive(relation, false),
          )
        : button(t('activateOf', { name }), <LinkIcon fontSize="small" />, () => changes.setActive(relation, true))}
      {button(t('removeOf', { name }), <DeleteOutlineIcon fontSize="small" />, () => changes.remove(relation))}
    </>
  )
}
