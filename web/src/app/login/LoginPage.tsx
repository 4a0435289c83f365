import { useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, limits, productTitle } from '#contract/limits'
import { setLanguage } from '../../i18n/i18n.ts'
import { currentUser } from '../../session/session.ts'
import { dismiss, useFirstNotice } from '../../ui/snackbar.ts'
import { startTarget } from '../targets.ts'
import { forgetWanted, wantedTarget } from '../wanted-page.ts'
import { LoginField } from './LoginField.tsx'
import './login.css'
import type { Outcome } from './sign-in.ts'
import { afterFailure, afterRefusal, blocking, progress } from './throttle.ts'
import { useThrottle } from './use-throttle.ts'

type Step = 'password' | 'secondFactor'
type Invalid = Partial<Record<'username' | 'password' | 'secondFactor', string>>

/** Plain React and CSS: the first thing that is loaded has to be small. */
export function LoginPage() {
  const { t } = useTranslation('login')
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [username, setUsername] = useState('')
  const [step, setStep] = useState<Step>('password')
  const [invalid, setInvalid] = useState<Invalid>({})
  const [message, setMessage] = useState('')
  const [working, setWorking] = useState(false)
  const [chosenLanguage, setChosenLanguage] = useState<(typeof languages)[number] | null>(null)
  const { throttle, setThrottle, now, queued, setQueued } = useThrottle(username, () => void attempt())
  const state = blocking(throttle, username, now)
  // why the session ended; there is no snackbar here
  const notice = useFirstNotice()

  useEffect(() => {
    document.title = `${t('title')} – ${productTitle}`
  }, [t])

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
      // the attempt is not lost, only blocked first
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

  function switchLanguage(language: (typeof languages)[number]) {
    setChosenLanguage(language)
    setInvalid({})
    setMessage('')
    void setLanguage(language)
  }

  return (
    <main className="login">
      <form ref={form} className="login-card" onSubmit={submit} noValidate aria-labelledby="login-title">
        <h1 id="login-title">{productTitle}</h1>
        <div className="login-step" hidden={step !== 'password'}>
          <LoginField
            name="username"
            label={t('username')}
            autoComplete="username"
            autoFocus
            onChange={(typed) => {
              setUsername(typed)
              void loadAhead()
            }}
            invalid={invalid.username}
          />
          <LoginField
            name="password"
            label={t('password')}
            type="password"
            autoComplete="current-password"
            invalid={invalid.password}
          />
        </div>
        {step === 'secondFactor' && (
          <div className="login-step">
            <p>{t('secondFactorHint')}</p>
            <LoginField
              name="secondFactor"
              label={t('secondFactor')}
              autoComplete="one-time-code"
              autoFocus
              invalid={invalid.secondFactor}
            />
          </div>
        )}
        <div className="login-message" role="alert">
          {notice && !message && <p className="login-error">{notice.message}</p>}
          {message && <p className="login-error">{message}</p>}
          {state === 'locked' && <p className="login-error">{t('locked')}</p>}
        </div>
        {state === 'waiting' && throttle && <Waiting {...progress(throttle, now)} queued={queued} />}
        <button type="submit" className="login-submit" disabled={state === 'locked'} aria-busy={working || queued}>
          {state === 'locked' ? t('lockedButton') : t('submit')}
        </button>
        {step === 'secondFactor' && (
          <button
            type="button"
            className="login-back"
            onClick={() => {
              setStep('password')
              setMessage('')
            }}
          >
            {t('back')}
          </button>
        )}
      </form>
      <fieldset className="login-languages" aria-label={t('language')}>
        {languages.map((language) => (
          <button
            key={language}
            type="button"
            lang={language.toLowerCase()}
            aria-label={`${language} ${languageNames[language]}`}
            aria-pressed={t('code') === language}
            onClick={() => switchLanguage(language)}
          >
            {language}
          </button>
        ))}
      </fieldset>
    </main>
  )
}

/** While somebody types, what comes after the sign-in is on its way. */
const loadAhead = () => Promise.allSettled([import('./sign-in.ts'), import('../signed-in.ts')])

const languageNames = { DE: 'Deutsch', EN: 'English', FR: 'Français' }

function Waiting({ left, share, queued }: { left: number; share: number; queued: boolean }) {
  const { t } = useTranslation('login')
  return (
    <div className="login-waiting">
      <p>{t(queued ? 'waitingQueued' : 'waiting', { count: left, seconds: left })}</p>
      <progress value={share} aria-label={t('waitingLabel')} />
    </div>
  )
}
