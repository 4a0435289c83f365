import { useEffect, useRef, useState } from 'react'
import type { AnswerOf, Endpoint, InputOf } from '#contract/endpoint'
import { useApiMutation } from '../../../api/hooks.ts'
import { notify } from '../../../ui/notices/snackbar.ts'

interface Told {
  sentence: string
  rejected: number
}

/** Imports a file even after its dialog closes: a notice tells the result, which the reopened dialog shows too. */
export function useReading<E extends Endpoint>(endpoint: E, tell: (answer: AnswerOf<E>) => Told) {
  const send = useApiMutation(endpoint, { quiet: true })
  const [isOpen, setOpen] = useState(false)
  const isSeen = useRef(false)
  useEffect(() => {
    isSeen.current = isOpen
    return () => {
      isSeen.current = false
    }
  }, [isOpen])

  function read(input: InputOf<E>) {
    send.mutateAsync(input).then(
      (answer) => {
        const { sentence, rejected } = tell(answer)
        if (!isSeen.current) notify(sentence, { severity: rejected > 0 ? 3 : 0 })
      },
      (error: Error) => {
        if (!isSeen.current) notify(error.message, { severity: 1 })
      },
    )
  }

  function close() {
    setOpen(false)
    if (!send.isPending) send.reset()
  }

  return {
    isOpen,
    open: () => setOpen(true),
    close,
    read,
    isReading: send.isPending,
    answer: send.data,
    error: send.error,
  }
}
