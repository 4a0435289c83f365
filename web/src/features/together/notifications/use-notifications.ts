import { useMemo } from 'react'
import { type Notification, notificationApi } from '#contract/together/notifications'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { isOn, type ListName } from './kinds.ts'

const none: Notification[] = []

/** Returns the unread notifications of a list, and a function that marks them as read. */
export function useNotifications(list: ListName) {
  const { data = none, isSuccess, error } = useApi(notificationApi.list, {}, { quiet: true })
  const { mutate } = useApiMutation(notificationApi.markManyRead)
  const notifications = useMemo(() => data.filter((one) => isOn(list, one)), [data, list])
  const markRead = (ids: readonly string[]) => ids.length > 0 && mutate({ body: { ids: [...ids] } })
  return { notifications, isSuccess, error, markRead }
}
