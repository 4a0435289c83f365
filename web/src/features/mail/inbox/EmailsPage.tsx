import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Filter, type ListQuery, queryOf, usualFilter } from '#contract/mail/email-question'
import type { EmailSummary } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { useCount } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser, useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { useGo, useScreenParams } from '../../../ui/navigation/screens.ts'
import { useSteady } from '../../../ui/rendering/use-steady.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { useInboxPresence } from '../../together/presence/use-presence.ts'
import { useRepresented } from '../../users/people/use-away.ts'
import { openComposer } from '../composer/composer-store.ts'
import { ChosenBar } from './ChosenBar.tsx'
import { EmailList } from './EmailList.tsx'
import { EmailPane, useRoomForContact } from './EmailPane.tsx'
import { ListFilters } from './ListFilters.tsx'
import { useTakenInSight } from './taken.ts'
import { useEmailList } from './use-email-list.ts'
import { useFilter } from './use-filter.ts'
import { useListKeys } from './use-list-keys.ts'

export { readMails } from './read-mails.ts'

/** The list beside the message; one at a time on narrow screens. */
export function EmailsPage() {
  const { t } = useTranslation('emails')
  const { emailId, commentId, ...address } = useScreenParams('emails', 'email', 'emailOfOwner', 'emailComment')
  const narrow = useMediaQuery('(max-width:999.95px)')
  const besideContact = useRoomForContact() && emailId !== undefined
  const go = useGo()
  const [filter, change] = useFilter(address)
  const head = useRef<HTMLElement>(null)
  const mayWrite = useMay()('EMAIL_CREATE')
  useScreenActions({
    title: t('title'),
    ...(mayWrite ? { add: { label: t('shortcuts.compose'), onClick: () => openComposer({}) } } : {}),
  })

  return (
    <Box sx={pageLook}>
      <Box
        sx={{
          display: narrow && emailId ? 'none' : 'flex',
          flexDirection: 'column',
          width: narrow ? 1 : besideContact ? 'clamp(320px, 25%, 480px)' : 'clamp(360px, 36%, 560px)',
          minWidth: 0,
          borderRight: narrow ? 0 : 1,
          borderColor: 'divider',
        }}
      >
        <Box ref={head} sx={headLook}>
          <ListFilters filter={filter} onChange={change} />
        </Box>
        <Found filter={filter} onChange={change} openId={emailId} head={head} />
      </Box>
      {(emailId || !narrow) && (
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', bgcolor: 'background.paper' }}>
          {emailId ? (
            <EmailPane
              key={emailId}
              id={emailId}
              commentId={commentId}
              onBack={narrow ? () => go('emails') : undefined}
            />
          ) : (
            <EmptyState title={t('list.choose')} hint={t('list.chooseHint')} />
          )}
        </Box>
      )}
    </Box>
  )
}

/** Extends to the edges, except below, where notices need space. */
const pageLook = {
  display: 'flex',
  flex: 1,
  minHeight: 0,
  m: { xs: -2, sm: -3 },
  'html:has([data-notice]) &': { mb: 0 },
} as const

/** Takes filters behind the selection bar out of the tab order. */
const headLook = { position: 'relative', '&:has([role=toolbar]) > .list-filters': { visibility: 'hidden' } } as const

const none: readonly EmailSummary[] = []

interface FoundProps {
  filter: Filter
  onChange: (change: Partial<Filter>) => void
  openId: string | undefined
  /** Element above the list that the selection bar is drawn into. */
  head: RefObject<HTMLElement | null>
}

function Found({ filter, onChange, openId, head }: FoundProps) {
  const { t } = useTranslation('emails')
  const go = useGo()
  const me = useCurrentUser()
  const represented = useRepresented('MAIL')
  const query = queryOf(filter, filter.owner === me.id ? represented : [])
  const list = useEmailList(query)
  const presence = useInboxPresence()
  const question = JSON.stringify(query)
  const emails = useTakenInSight(list.emails ?? none, question)
  const inBin = filter.view === 'BIN'
  const mayChange = useMay()(inBin ? emailApi.restore.allow : 'EMAIL_MODIFY')
  const choice = useChoice(emails, question)
  const choose = useSteady(choice.choose)
  const scroller = useRef<HTMLDivElement>(null)
  useListKeys({
    emails,
    openId,
    onOpen: (id) => go('email', { emailId: id }),
    onChoose: mayChange ? (id) => choice.choose(id, false) : undefined,
  })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])

  if (list.error && !list.emails) {
    const { message } = list.error
    return <ErrorState title={t('list.loadFailed')} message={message} onRetry={() => void list.refetch()} />
  }
  if (!list.emails) return <SkeletonLines lines={10} height={60} />
  if (emails.length === 0) return <Nothing filter={filter} onChange={onChange} />
  return (
    <>
      <Total filter={filter} query={query} />
      {mayChange && choice.chosen.length > 0 && (
        <In place={head}>
          <ChosenBar
            chosen={choice.chosen}
            total={emails.length}
            inBin={inBin}
            onChooseAll={choice.chooseAll}
            onForget={() => {
              // the bar and its button disappear
              scroller.current?.focus({ preventScroll: true })
              choice.forget()
            }}
          />
        </In>
      )}
      <EmailList
        emails={emails}
        openId={openId}
        presence={presence}
        ofState={filter.view}
        busy={list.isPlaceholderData}
        question={question}
        onEndReached={more}
        chosen={choice.ids}
        onChoose={mayChange ? choose : undefined}
        scroller={scroller}
      />
    </>
  )
}

/** Holds the selected messages; another query clears the selection. */
function useChoice(emails: readonly EmailSummary[], question: string) {
  const [{ ids, asked, last }, set] = useState<{ ids: ReadonlySet<string>; asked: string; last?: string }>({
    ids: new Set(),
    asked: question,
  })
  const now = asked === question ? ids : nothing

  function choose(id: string, upTo: boolean) {
    const next = new Set(now)
    const from = upTo ? emails.findIndex((one) => one.id === last) : -1
    const to = emails.findIndex((one) => one.id === id)
    if (from >= 0) for (const one of emails.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one.id)
    else if (!next.delete(id)) next.add(id)
    set({ ids: next, asked: question, last: id })
  }
  return {
    ids: now,
    // messages that have left the list are excluded
    chosen: emails.filter(({ id }) => now.has(id)),
    choose,
    chooseAll: () => set({ ids: new Set(emails.map(({ id }) => id)), asked: question }),
    forget: () => set({ ids: nothing, asked: question }),
  }
}
const nothing: ReadonlySet<string> = new Set()

/** Shows the number of messages if the list is limited by arrival, mailbox or open states; else it is not counted. */
function Total({ filter, query }: { filter: Filter; query: ListQuery }) {
  const { t } = useTranslation('emails')
  const { view, text, arrived, mailbox } = filter
  const isToDo = view === 'OPEN' || view === 'IN_PROGRESS'
  const isAsked = text.trim() === '' && (arrived !== null || mailbox !== null || isToDo)
  const total = useCount(emailApi.count, { query }, isAsked)
  if (!isAsked) return null
  return (
    <Typography
      variant="caption"
      color="textSecondary"
      aria-live="polite"
      sx={{ px: 2, py: 0.5, minHeight: 26, bgcolor: 'background.paper' }}
    >
      {total !== undefined && t('list.total', { count: total, text: formatNumber(total) })}
    </Typography>
  )
}

function Nothing({ filter, onChange }: Pick<FoundProps, 'filter' | 'onChange'>) {
  const { t } = useTranslation('emails')
  const searched = filter.text.trim() !== ''
  const narrowed =
    filter.important ||
    filter.contact !== null ||
    filter.arrived !== null ||
    filter.mailbox !== null ||
    filter.owner !== usualFilter.owner
  const wider: Partial<Filter> = { ...usualFilter, text: filter.text, view: searched ? 'ALL' : filter.view }
  const canWiden = narrowed || (searched && filter.view !== 'ALL')
  return (
    <EmptyState
      title={t(searched ? 'list.nothing' : 'list.empty')}
      action={
        canWiden && <Button onClick={() => onChange(wider)}>{t(searched ? 'list.searchAll' : 'list.showAll')}</Button>
      }
    />
  )
}

/** Renders children into another element. */
function In({ place, children }: { place: RefObject<HTMLElement | null>; children: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setElement(place.current), [place])
  return element && createPortal(children, element)
}
