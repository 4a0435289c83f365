import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { ConfirmDialog, type ConfirmTexts } from './ConfirmDialog.tsx'
import { followUpMs } from './follow-up.ts'

/** The pressed button; false if the user cancelled. */
export type Answer = 'ok' | 'second' | false
export type Confirm = (texts: ConfirmTexts) => Promise<Answer>

interface Question {
  texts: ConfirmTexts
  answer: (answer: Answer) => void
}

const ConfirmContext = createContext<Confirm | undefined>(undefined)

/** Shows confirmations one at a time, with a pause between two. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [questions, setQuestions] = useState<Question[]>([])
  const [closing, setClosing] = useState(false)
  const current = questions[0]

  const confirm = useCallback<Confirm>(
    (texts) => new Promise((answer) => setQuestions((waiting) => [...waiting, { texts, answer }])),
    [],
  )

  function close(answer: Answer) {
    current?.answer(answer)
    setClosing(true)
  }

  useEffect(() => {
    if (!closing) return
    const timer = setTimeout(() => {
      setQuestions((waiting) => waiting.slice(1))
      setClosing(false)
    }, followUpMs)
    return () => clearTimeout(timer)
  }, [closing])

  return (
    <ConfirmContext value={confirm}>
      {children}
      {current && (
        <ConfirmDialog
          {...current.texts}
          open={!closing}
          onOk={() => close('ok')}
          onSecondOk={() => close('second')}
          onCancel={() => close(false)}
        />
      )}
    </ConfirmContext>
  )
}

/** Returns the function that asks for confirmation: `if (await confirm({ title, message })) …` */
export function useConfirm() {
  const confirm = useContext(ConfirmContext)
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider above it')
  return confirm
}
