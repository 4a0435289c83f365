import type { TFunction } from 'i18next'
import { ApiError } from '../../../api/client.ts'
import { quoted, withColon } from '../../../i18n/written.ts'
import type { Message } from './transfer.ts'

/** Returns the error of the server, with the field and address concerned. */
export function refusalOf(error: unknown, message: Message, t: TFunction<'composer'>): string {
  if (!(error instanceof ApiError)) return String(error)
  const sentences = (error.errors ?? []).map(({ path, detail }) => {
    const [, name, at] = /(recipients|cc|bcc)(?:\.(\d+))?$/.exec(path) ?? []
    const field = (['recipients', 'cc', 'bcc'] as const).find((one) => one === name)
    if (field)
      return withColon(t(`field.${field}`) + (at ? ` ${quoted(message[field][Number(at)] ?? '')}` : ''), detail)
    return path.endsWith('Refs') ? withColon(t('tab.attachments'), detail) : detail
  })
  return sentences.join(' ') || error.message
}
