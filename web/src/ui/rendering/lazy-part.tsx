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
 * Creates a lazily loaded part of a screen, such as a dialog: `lazyPart(() => import('./X.tsx'), 'X')`.
 * If loading fails, a notice offers to retry, and the screen behind keeps its input. React shows a suspended part after
 * 300 ms at the earliest; a part loaded with `ahead` is shown at once.
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
  /** Shared between mounts, because some parents unmount a closed part and others keep it mounted. */
  failure: { wasClosed: boolean; readonly retry: () => void }
  onClose?: () => void
  open?: boolean
}

function NotLoaded({ failure, onClose, open = true }: NotLoadedProps) {
  const { t } = useTranslation('ui')
  // reopening the part retries before it shows the notice again
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
  // back online: an open part closes if it can, so that nothing opens by itself later; otherwise it retries
  const onBack = useEffectEvent(() => (open && close ? close() : failure.retry()))
  useEffect(() => {
    const back = () => onBack()
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [])
  if (!open) return null
  return (
    // centred, because other notices are on the left
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
