import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint'
import { namesDossier } from '#contract/lists/placeholders'
import { type Template, templateApi } from '#contract/lists/templates'
import { type FlameCard, flameApi } from '#contract/orders/flames'
import { call } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useMay } from '../../../session/session.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { FlameChooser } from './FlameChooser.tsx'
import { type Message, withTemplate } from './transfer.ts'

interface Asked {
  readonly template: Template
  readonly flames: readonly FlameCard[]
}

/**
 * Inserts a template, filled for the contact and, if it needs a dossier, for a flame: that of the message, the only
 * open one, or one the user chooses. Calls `onShown` once the text is displayed.
 */
export function useTemplate(
  message: Message,
  change: (changed: (before: Message) => Message) => void,
  onShown: () => void,
) {
  const mayReadFlames = useMay()('FLAME_READ')
  const [asked, setAsked] = useState<Asked>()
  const fill = useApiMutation(templateApi.fill)
  const [inserted, setInserted] = useState(0)
  const shown = useEffectEvent(onShown)
  useEffect(() => {
    if (inserted > 0) shown()
  }, [inserted])

  function insert({ id, predefinedDocuments }: Template, flameRef: string | null) {
    const onSuccess = (filled: AnswerOf<typeof templateApi.fill>) => {
      setInserted((before) => before + 1)
      change((before) => ({
        ...before,
        flameRef,
        subject: before.subject.trim() === '' ? filled.subject : before.subject,
        bodyAsHtml: withTemplate(filled.content, before.bodyAsHtml),
        predefinedDocumentRefs: [...new Set([...before.predefinedDocumentRefs, ...predefinedDocuments])],
      }))
    }
    fill.mutate({ params: { id }, body: { contactRef: message.contactRef, flameRef } }, { onSuccess })
  }

  async function begin(template: Template): Promise<void> {
    const { contactRef, flameRef } = message
    const wanted = namesDossier(template.subject + template.content)
    if (flameRef || !contactRef || !wanted || !mayReadFlames) return insert(template, flameRef)
    try {
      const all = await call(flameApi.ofContact, { params: { id: contactRef } })
      const flames = all.filter(({ archivedUtc }) => archivedUtc === null)
      if (flames.length > 1) setAsked({ template, flames })
      else insert(template, flames[0]?.id ?? null)
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { severity: 1 })
    }
  }

  const dialog: ReactNode = asked && (
    <FlameChooser
      flames={asked.flames}
      onChoose={(flameRef) => {
        setAsked(undefined)
        insert(asked.template, flameRef)
      }}
      onCancel={() => setAsked(undefined)}
    />
  )
  return { insertTemplate: (template: Template) => void begin(template), dialog }
}
