import { useMemo, useState } from 'react'
import { type Webhook, webhookApi } from '#contract/calendars/webhooks'
import { pathTo } from '#contract/routes'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useListed } from '../../../ui/conflicts/use-listed.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { pageLook, tableLook } from '../../../ui/layout/look.ts'
import { ScreenLink } from '../../../ui/navigation/ScreenLink.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { RenewDialog } from './RenewDialog.tsx'
import { topicOf, useWebhookWords } from './use-webhook-words.ts'
import { WebhookDialog } from './WebhookDialog.tsx'
import { WebhookLog } from './WebhookLog.tsx'

type Shown = { edit: Webhook | null } | { log: Webhook } | { renew: Webhook }

/** Administration of the webhooks and their deliveries. */
export function WebhooksPage() {
  const { t } = useTranslation('webhooks')
  const webhooks = useApi(webhookApi.list, {}, { quiet: true })
  const [shown, setShown] = useState<Shown>()
  const columns = useColumns()
  const actions = useActions()
  const close = () => setShown(undefined)
  const edited = useListed(webhooks.data, shown && 'edit' in shown ? shown.edit?.id : undefined)
  const logged = shown && 'log' in shown && (webhooks.data?.find(({ id }) => id === shown.log.id) ?? shown.log)
  useScreenActions({ add: { label: t('add'), onClick: () => setShown({ edit: null }) } })
  return (
    <Box sx={pageLook}>
      <Box sx={tableLook}>
        <DataTable
          tableId="webhooks"
          label={t('list')}
          columns={columns}
          rows={webhooks.error ? undefined : webhooks.data}
          rowId={({ id }) => id}
          rowName={({ title }) => title}
          error={
            webhooks.error ? { message: webhooks.error.message, onRetry: () => void webhooks.refetch() } : undefined
          }
          busy={webhooks.isFetching}
          isMarked={({ failingSinceUtc, gaveUpUtc }) => failingSinceUtc !== null || gaveUpUtc !== null}
          onOpen={(edit) => setShown({ edit })}
          rowActions={(webhook) => [
            { label: t('edit'), onClick: () => setShown({ edit: webhook }) },
            { label: t('tryOut'), onClick: () => actions.tryOut(webhook) },
            { label: t('renew.label'), onClick: () => setShown({ renew: webhook }) },
            { label: t('log.open'), onClick: () => setShown({ log: webhook }) },
            { label: t('remove'), onClick: () => void actions.remove(webhook) },
          ]}
          empty={{ title: t('none'), hint: t('noneHint') }}
        >
          <ScreenLink href={pathTo('programDocs', { page: 'webhooks' })}>{t('docs')}</ScreenLink>
        </DataTable>
      </Box>
      {shown && 'edit' in shown && (shown.edit === null || edited) && (
        <WebhookDialog webhook={edited ?? null} onClose={close} />
      )}
      {shown && 'renew' in shown && <RenewDialog webhook={shown.renew} onClose={close} />}
      {logged && <WebhookLog webhook={logged} onClose={close} />}
    </Box>
  )
}

function useActions() {
  const { t } = useTranslation('webhooks')
  const words = useWebhookWords()
  const confirm = useConfirm()
  const tryOut = useApiMutation(webhookApi.tryOut)
  const remove = useApiMutation(webhookApi.remove)
  return {
    tryOut: (webhook: Webhook) => {
      const { id, title } = webhook
      const topic = topicOf(webhook)
      tryOut.mutate(
        { params: { id } },
        {
          onSuccess: ({ attempts: [attempt] }) => {
            if (!attempt) return
            const why = words.resultOf(attempt)
            if (attempt.fault) notify(t('failed', { title, why }), { severity: 1, topic })
            else notify(t('arrived', { title, ms: attempt.durationMs }), { topic })
          },
        },
      )
    },
    remove: async ({ id, title }: Webhook) => {
      const question = { title: t('removeTitle'), message: t('removeMessage', { title }), ok: t('remove') }
      if (!(await confirm(question))) return
      remove.mutate(
        { params: { id } },
        { onSuccess: () => notify(t('removed', { title }), { topic: topicOf({ id }) }) },
      )
    },
  }
}

function useColumns(): Column<Webhook>[] {
  const { t } = useTranslation('webhooks')
  const { stateOf } = useWebhookWords()
  return useMemo(
    () => [
      { id: 'title', label: t('field.title'), value: ({ title }) => title, width: 180 },
      { id: 'url', label: t('field.url'), value: ({ url }) => url, width: 280 },
      {
        id: 'events',
        label: t('field.events'),
        value: ({ events }) => events.map((event) => t(`event.${event}`)).join(', '),
        width: 250,
      },
      { id: 'state', label: t('field.state'), value: stateOf, width: 280 },
      { id: 'waiting', label: t('field.waiting'), kind: 'number', value: ({ waiting }) => waiting, width: 125 },
      {
        id: 'created',
        label: t('field.createdUtc'),
        kind: 'datetime',
        value: ({ createdUtc }) => createdUtc,
        width: 160,
        hidden: true,
      },
    ],
    [t, stateOf],
  )
}
