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
  useLayoutEffect,
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
        () => {
          const failure = { wasClosed: false, retry: () => part.set(begin()) }
          return { default: (props: Props) => createElement(NotLoaded, { ...props, failure }) }
        },
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
  /** Kept for whoever shows the part next, as some who close it take it away and others leave it closed. */
  failure: { wasClosed: boolean; readonly retry: () => void }
  onClose?: () => void
  open?: boolean
}

function NotLoaded({ failure, onClose, open = true }: NotLoadedProps) {
  const { t } = useTranslation('ui')
  // closed and opened again, it is tried again, before it is said once more
  useLayoutEffect(() => {
    if (!open) failure.wasClosed = true
    else if (failure.wasClosed) failure.retry()
  }, [open, failure])
  const close =
    onClose &&
    (() => {
      failure.wasClosed = true
      onClose()
    })
  // nothing opens by itself later on: with the network back, what was asked for is asked for again or not
  const onBack = useEffectEvent(() => (open && close ? close() : failure.retry()))
  useEffect(() => {
    const back = () => onBack()
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [])
  if (!open) return null
  return (
    // beside the notices, which stand at the left
    <Snackbar open anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}>
      <SnackbarContent
        role="alert"
        message={t('state.notLoaded')}
        action={
          <>
            <Button color="inherit" sx={{ fontWeight: 700 }} onClick={failure.retry}>
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
