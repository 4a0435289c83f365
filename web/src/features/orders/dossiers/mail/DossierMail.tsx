import AddIcon from '@mui/icons-material/Add'
import ExpandLessIcon from '@mui/icons-material/ExpandLess'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import ReplyIcon from '@mui/icons-material/Reply'
import Collapse from '@mui/material/Collapse'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Email } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { type Flame, flameApi } from '#contract/orders/flames'
import { pathTo } from '#contract/routes'
import { useApi } from '../../../../api/hooks.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { useMay } from '../../../../session/session.ts'
import { useLostFocus } from '../../../../ui/accessibility/use-lost-focus.ts'
import { Button } from '../../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../../ui/buttons/IconButton.tsx'
import { formatDateTime } from '../../../../ui/dates/zone.ts'
import { useFormMethods } from '../../../../ui/forms/form-methods.ts'
import { Box } from '../../../../ui/layout/Box.tsx'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { ScreenLink } from '../../../../ui/navigation/ScreenLink.tsx'
import { notify } from '../../../../ui/notices/snackbar.ts'
import { Typography } from '../../../../ui/text/Typography.tsx'
import { ownLines } from '../../../mail/beside/own-lines.ts'
import { useReply } from '../../../mail/composer/use-reply.ts'
import { MailText } from '../../../mail/inbox/MailText.tsx'
import { useEmailActions } from '../../../mail/inbox/use-email-actions.tsx'
import { useRoomForMail } from '../beside.ts'
import { useKnownContact } from '../DossierContact.tsx'
import type { ArticleValues, FlameValues } from '../dossier-values.ts'
import { newArticle } from '../new-article.ts'
import { useProducts } from '../use-dossier-lists.ts'
import { recogniseArticles } from './recognise-articles.ts'

/** Returns the e-mail a flame was created from; undefined without one or without the permission. */
export function useDossierMail(flameId: string): Email | undefined {
  const mayRead = useMay()(emailApi.get.allow)
  const origin = useApi(flameApi.origin, { params: { id: flameId } }, { quiet: true })
  const id = origin.data?.email?.id ?? ''
  return useApi(emailApi.get, { params: { id } }, { enabled: mayRead && id !== '', quiet: true }).data
}

interface Props {
  email: Email
  flame: Flame
  readOnly: boolean
}

/** Shows the e-mail the order was created from, with articles to add by a click. */
export function DossierMail({ email, flame, readOnly }: Props) {
  const { t } = useTranslation('dossiers')
  const hasRoom = useRoomForMail()
  const [chosen, setChosen] = useState<boolean>()
  const open = chosen ?? hasRoom
  const label = t(open ? 'mail.hide' : 'mail.show')
  return (
    <Panel
      title={t('mail.title')}
      action={
        <IconButton aria-label={label} title={label} aria-expanded={open} onClick={() => setChosen(!open)}>
          {open ? <ExpandLessIcon /> : <ExpandMoreIcon />}
        </IconButton>
      }
    >
      <Box sx={{ px: 3, pb: 2, display: 'grid', gap: 2, overflowWrap: 'anywhere' }}>
        <Box>
          <ScreenLink href={pathTo('email', { emailId: email.id })}>{email.subject || t('mail.noSubject')}</ScreenLink>
          <Typography variant="body2" color="textSecondary">
            {email.from.name || email.from.address} · {formatDateTime(email.receivedAtUtc)}
          </Typography>
        </Box>
        <Actions email={email} flame={flame} />
        {!readOnly && <Offers email={email} />}
        <Collapse in={open} unmountOnExit>
          <MailText email={email} />
        </Collapse>
      </Box>
    </Panel>
  )
}

/** Answers and closes the e-mail; the answer is prefilled from this dossier. */
function Actions({ email, flame }: Omit<Props, 'readOnly'>) {
  const { t } = useTranslation('emails')
  const may = useMay()
  const { replyBeside } = useReply()
  const { close, dialog } = useEmailActions(email)
  const answer = useLostFocus<HTMLButtonElement>(email.state)
  if (email.deletedAtUtc || email.direction !== 'INCOMING') return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {may('EMAIL_CREATE') && (
        <Button
          ref={answer}
          variant="outlined"
          startIcon={<ReplyIcon />}
          onClick={() => replyBeside(email, { flameRef: flame.id, contactRef: flame.dossier.contactRef })}
        >
          {t('action.reply')}
        </Button>
      )}
      {may('EMAIL_MODIFY') && email.state !== 'CLOSED' && <Button onClick={close}>{t('action.close')}</Button>}
      {dialog}
    </Box>
  )
}

const name = 'dossier.articles'

/** Suggests articles mentioned in the e-mail that the dossier lacks; the user adds them. */
function Offers({ email }: { email: Email }) {
  const { t } = useTranslation('dossiers')
  const { getValues, setValue } = useFormMethods<FlameValues>()
  const contact = useKnownContact()
  const products = useProducts()
  const rows: ArticleValues[] = useWatch({ name })
  const recognised = useMemo(
    () =>
      recogniseArticles(ownLines(`${email.subject}\n\n${email.text}`), products?.filter(({ onsale }) => onsale) ?? []),
    [email.subject, email.text, products],
  )
  const offers = recognised.filter(({ productRef }) => rows.every((row) => row.productRef !== productRef))
  if (offers.length === 0) return null

  const articleOf = ({ quantity, title }: (typeof offers)[number]) => t('mail.article', { quantity, title })
  function add(offer: (typeof offers)[number]): void {
    const { productRef, title: productName, quantity } = offer
    const article = newArticle(contact?.customerType, { productRef, productName, quantity })
    setValue(name, [...getValues(name), article], { shouldDirty: true, shouldValidate: true })
    // notifies, because the articles are further down
    notify(t('mail.taken', { article: articleOf(offer) }))
  }
  return (
    <Box role="group" aria-label={t('mail.articles')}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {t('mail.articles')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {offers.map((offer) => (
          <Button
            key={offer.productRef}
            variant="outlined"
            startIcon={<AddIcon />}
            // ignores the second click of a double click, which would hit the next suggestion
            onClick={({ detail }) => detail < 2 && add(offer)}
          >
            {articleOf(offer)}
          </Button>
        ))}
      </Box>
    </Box>
  )
}
