import Snackbar from '@mui/material/Snackbar'
import SnackbarContent from '@mui/material/SnackbarContent'
import {
  type ComponentProps,
  type ComponentType,
  createElement,
  type FunctionComponent,
  lazy,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { createStore, type Store, useStore } from '../../state/store.ts'
import { Button } from '../buttons/Button.tsx'

/**
 * A part of a screen, as a dialog, whose code comes when it is first shown: `lazyPart(() => import('./X.tsx'), 'X')`.
 * Where that cannot be fetched, a sentence says so and offers to try again; what stands behind it stays, with what was
 * typed there. React shows what it waited for 300 ms later at the soonest; what was loaded `ahead` is shown at once.
 */
export function lazyPart<
  Name extends string,
  // biome-ignore lint/suspicious/noExplicitAny: of whatever a part is given
  File extends Record<Name, ComponentType<any>>,
  Props extends object = ComponentProps<File[Name]>,
>(load: () => Promise<File>, name: Name): FunctionComponent<Props> & { readonly ahead: () => Promise<void> } {
  let wasShown = false
  const begin = () =>
    lazy<ComponentType<Props>>(() => {
      wasShown = true
      return load().then(
        (file) => ({ default: file[name] }),
        () => ({ default: (props: Props) => createElement(NotLoaded, { ...props, onRetry: () => part.set(begin()) }) }),
      )
    })
  const part = createStore<ComponentType<Props>>(begin())
  async function ahead() {
    const file = await load()
    if (!wasShown) part.set(file[name])
  }
  return Object.assign((props: Props) => createElement(Shown<Props>, { part, props }), { ahead })
}

function Shown<Props extends object>({ part, props }: { part: Store<ComponentType<Props>>; props: Props }) {
  const Part = useStore(part)
  return <Part {...props} />
}

interface NotLoadedProps {
  onRetry: () => void
  onClose?: () => void
  /** Of what stays while it is closed. */
  open?: boolean
}

function NotLoaded({ onRetry, onClose, open }: NotLoadedProps) {
  const { t } = useTranslation('ui')
  const isOpen = open ?? true
  const wasOpen = useRef(isOpen)
  // closed and opened again, it is tried again
  useEffect(() => {
    if (isOpen && !wasOpen.current) onRetry()
    wasOpen.current = isOpen
  }, [isOpen, onRetry])
  const close =
    onClose &&
    (() => {
      if (open === undefined) onRetry()
      onClose()
    })
  // nothing opens by itself later on: with the network back, what was asked for is asked for again or not
  const onBack = useEffectEvent(() => (isOpen && close ? close() : onRetry()))
  useEffect(() => {
    const back = () => onBack()
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [])
  if (!isOpen) return null
  return (
    // beside the notices, which stand at the left
    <Snackbar open anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}>
      <SnackbarContent
        role="alert"
        message={t('state.notLoaded')}
        action={
          <>
            <Button color="inherit" sx={{ fontWeight: 700 }} onClick={onRetry}>
              {t('action.retry')}
            </Button>
            {close && (
              <Button color="inherit" onClick={close}>
                {t('action.cancel')}
              </Button>
            )}
          </>
        }
      />
    </Snackbar>
  )
}
