import { useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useRef, useState } from 'react'
import { type Language, limits } from '#contract/limits'
import { setLanguage } from '../../i18n/i18n.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { currentUser } from '../../session/session.ts'
import { dismiss, useLastNotice } from '../../ui/notices/snackbar.ts'
import { startTarget } from '../targets.ts'
import { forgetWanted, wantedTarget } from '../wanted-page.ts'
import type { Outcome } from './sign-in.ts'
import { afterFailure, afterRefusal, blocking } from './throttle.ts'
import { useThrottle } from './use-throttle.ts'

type Step = 'password' | 'secondFactor'
type Invalid = Partial<Record<'username' | 'password' | 'secondFactor', string>>

/** Returns the state of the sign-in form: input, errors, and the wait before the next attempt. */
export function useLoginForm() {
  const { t } = useTranslation('login')
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [username, setUsername] = useState('')
  const [step, setStep] = useState<Step>('password')
  const [invalid, setInvalid] = useState<Invalid>({})
  const [message, setMessage] = useState('')
  const [working, setWorking] = useState(false)
  const [chosenLanguage, setChosenLanguage] = useState<Language | null>(null)
  const { throttle, setThrottle, now, queued, setQueued } = useThrottle(username, () => void attempt())
  const state = blocking(throttle, username, now)
  // reason why the session ended, because this page has no snackbar
  const notice = useLastNotice()

  function read() {
    const text = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? ''
    return { username: text('username').trim(), password: text('password'), secondFactor: text('secondFactor').trim() }
  }

  function check(): boolean {
    const given = read()
    const problemOf = (value: string) => {
      if (value === '') return t('required')
      return value.length > limits.login.maxLength ? t('maxLength', { length: limits.login.maxLength }) : undefined
    }
    const found: Invalid = { username: problemOf(given.username), password: problemOf(given.password) }
    if (step === 'secondFactor') found.secondFactor = problemOf(given.secondFactor)
    setInvalid(found)
    const first = (['username', 'password', 'secondFactor'] as const).find((name) => found[name])
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    return first === undefined
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!check() || working || state === 'locked') return
    if (state === 'waiting') setQueued(true)
    else void attempt()
  }

  async function attempt() {
    const { username, password, secondFactor } = read()
    setQueued(false)
    setWorking(true)
    setMessage('')
    if (notice) dismiss(notice.id)
    try {
      const { signIn } = await import('./sign-in.ts')
      const credentials = { username, password, ...(step === 'secondFactor' ? { secondFactor } : {}) }
      const outcome = await signIn(credentials, chosenLanguage)
      if (outcome.done) enter()
      else refuse(outcome, username)
    } catch {
      setMessage(t('noAnswer'))
    } finally {
      setWorking(false)
    }
  }

  function refuse(outcome: Extract<Outcome, { done: false }>, username: string) {
    const { failures = 0, retryAfter } = outcome
    if (retryAfter !== undefined) {
      const refused = afterRefusal(username, failures, retryAfter, Date.now())
      setThrottle(refused)
      // the attempt is queued, and repeated after the wait
      setQueued(blocking(refused, username, Date.now()) === 'waiting')
      return
    }
    setThrottle(afterFailure(username, failures, Date.now()))
    setStep(outcome.step)
    setMessage(outcome.sentence ?? (outcome.step === 'secondFactor' ? '' : t('noAnswer')))
    const wrong = outcome.step === 'secondFactor' ? 'secondFactor' : 'password'
    requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.select())
  }

  function enter() {
    const user = currentUser()
    const { view } = router.state.location.search as { view?: string }
    const target = wantedTarget(view)
    forgetWanted()
    void router.navigate({ href: target ?? (user && startTarget(user)) ?? '/', replace: true })
  }

  function chooseLanguage(language: Language) {
    setChosenLanguage(language)
    setInvalid({})
    setMessage('')
    void setLanguage(language)
  }

  function backToPassword() {
    setStep('password')
    setMessage('')
  }

  return {
    ...{ form, step, invalid, setUsername, submit, backToPassword, chooseLanguage },
    ...{ message: message || (notice?.message ?? ''), state, throttle, now, queued, working },
  }
}
