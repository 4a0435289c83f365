import OpenInNewIcon from '@mui/icons-material/OpenInNew'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import type { Problem } from '#contract/errors'
import { pathTo } from '#contract/routes'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'

type Owner = NonNullable<Problem['owner']>

interface Question {
  kind: 'email' | 'phone'
  /** The e-mail address or phone number entered. */
  what: string
  owner: Owner
  answer: (share: boolean) => void
}

/** Asks what to do about an address or number of another contact; resolves to true to share it. */
export type AskOwner = (kind: Question['kind'], what: string, owner: Owner) => Promise<boolean>

const AskContext = createContext<AskOwner | undefined>(undefined)

/** Provides the question about shared addresses and numbers; the forms inside keep their input. */
export function OwnerConflicts({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>()
  const ask = useCallback<AskOwner>(
    (kind, what, owner) => new Promise<boolean>((answer) => setQuestion({ kind, what, owner, answer })),
    [],
  )

  function close(share: boolean) {
    question?.answer(share)
    setQuestion(undefined)
  }

  return (
    <AskContext value={ask}>
      {children}
      {question && <OwnerConflictDialog {...question} answer={close} />}
    </AskContext>
  )
}

export function useAskOwner(): AskOwner {
  const ask = useContext(AskContext)
  if (!ask) throw new Error('useAskOwner needs OwnerConflicts above it')
  return ask
}

function OwnerConflictDialog({ kind, what, owner, answer }: Question) {
  const { t } = useTranslation('contacts')
  const { t: ui } = useTranslation('ui')
  const name = owner.fullName
  return (
    <Dialog
      open
      title={t(`owner.${kind}Title`)}
      width={520}
      onClose={() => answer(false)}
      actions={
        <>
          <Button autoFocus onClick={() => answer(false)}>
            {ui('action.cancel')}
          </Button>
          {/* a new tab, so that the input stays */}
          <Button component="a" href={pathTo('contact', { id: owner.id })} target="_blank" endIcon={<OpenInNewIcon />}>
            {t('owner.open', { name })}
          </Button>
          <Button variant="contained" color="secondary" onClick={() => answer(true)}>
            {t('owner.share')}
          </Button>
        </>
      }
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>{t('owner.text', { what, name })}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
        {t('owner.hint', { name })}
      </Typography>
    </Dialog>
  )
}
