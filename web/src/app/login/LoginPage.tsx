import { useEffect } from 'react'
import { productTitle } from '#contract/limits'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LanguageChoice } from '../../ui/LanguageChoice.tsx'
import { LoginField } from './LoginField.tsx'
import './login.css'
import { progress } from './throttle.ts'
import { useLoginForm } from './use-login-form.ts'

/** Sign-in page in plain React and CSS, to keep the first load small. */
export function LoginPage() {
  const { t } = useTranslation('login')
  const { form, step, invalid, setUsername, submit, backToPassword, chooseLanguage, ...shown } = useLoginForm()
  const { message, state, throttle, now, queued, working } = shown

  useEffect(() => {
    document.title = `${t('title')} – ${productTitle}`
  }, [t])

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
          {message && <p className="login-error">{message}</p>}
          {state === 'locked' && <p className="login-error">{t('locked')}</p>}
        </div>
        {state === 'waiting' && throttle && <Waiting {...progress(throttle, now)} queued={queued} />}
        <button type="submit" className="login-submit" disabled={state === 'locked'} aria-busy={working || queued}>
          {state === 'locked' ? t('lockedButton') : t('submit')}
        </button>
        {step === 'secondFactor' && (
          <button type="button" className="login-back" onClick={backToPassword}>
            {t('back')}
          </button>
        )}
      </form>
      <LanguageChoice className="login-languages" label={t('language')} current={t('code')} onChoose={chooseLanguage} />
    </main>
  )
}

/** Loads the code that follows the sign-in while the user is typing. */
const loadAhead = () => Promise.allSettled([import('./sign-in.ts'), import('../signed-in.ts')])

function Waiting({ left, share, queued }: { left: number; share: number; queued: boolean }) {
  const { t } = useTranslation('login')
  return (
    <div className="login-waiting">
      <p>{t(queued ? 'waitingQueued' : 'waiting', { count: left, seconds: left })}</p>
      <progress value={share} aria-label={t('waitingLabel')} />
    </div>
  )
}
