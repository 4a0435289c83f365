import { useEffect, useEffectEvent } from 'react'
import { oneLine } from '#contract/endpoint'
import { fillOwnHtml, fillText, placeholdersLeft } from '#contract/lists/placeholders'
import { templateApi } from '#contract/lists/templates'
import { useApi } from '../../../api/hooks.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { openFields } from './own-text.ts'
import type { Message } from './transfer.ts'

const typingMs = 300

/** Fills placeholders from the contact and flame, so that the user sees the final text. */
export function useFilling(message: Message, change: (changed: (before: Message) => Message) => void): void {
  const { contactRef, flameRef } = message
  const body = useDebounced(
    JSON.stringify({
      contactRef,
      flameRef,
      placeholders: openIn(message),
    }),
    typingMs,
  )
  const asked: { placeholders: string[] } = JSON.parse(body)
  const values = useApi(templateApi.values, { body: asked }, { enabled: asked.placeholders.length > 0, quiet: true })

  const fill = useEffectEvent((known: readonly { placeholder: string; text: string | null }[]) => {
    const texts = new Map(
      known.flatMap(({ placeholder, text }) => (text === null ? [] : [[placeholder, text] as const])),
    )
    if (!placeholdersLeft(message.subject, message.bodyAsHtml).some((inner) => texts.has(inner))) return
    change((before) => ({
      ...before,
      subject: fillText(before.subject, (inner, written) => oneLine(texts.get(inner) ?? written)),
      bodyAsHtml: fillOwnHtml(before.bodyAsHtml, (inner, written) => escaped(texts.get(inner)) ?? written),
    }))
  })
  useEffect(() => {
    if (values.data) fill(values.data)
  }, [values.data])
}

const begun = /\{\{(?!userSignature\}\})/

/** Returns the open placeholders. Tests cheaply first, so that long messages are not parsed for each key press. */
const openIn = ({ subject, bodyAsHtml }: Message) =>
  begun.test(subject) || begun.test(bodyAsHtml) ? openFields(subject, bodyAsHtml).slice(0, 100) : []

const escaped = (text: string | undefined) =>
  text?.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>')
