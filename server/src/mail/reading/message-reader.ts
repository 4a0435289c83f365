import { answerParent } from '../../files/readers.ts'
import { installMailTextDecoder } from './charset.ts'

// Before the parser is loaded, which makes its decoders at once.
installMailTextDecoder()
const { readHead, readMessage } = await import('./read-message.ts')

/** Reads what strangers wrote, apart from everything else: it may run out of time or memory. */
answerParent(({ source, id, whole }: { source: Uint8Array; id: string; whole: boolean }) =>
  whole ? readMessage(source, id) : readHead(source, id),
)
