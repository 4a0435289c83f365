import { answerParent } from '../../files/readers.ts'
import { installMailTextDecoder } from './charset.ts'

// Comes before the parser is loaded, which creates its decoders at once.
installMailTextDecoder()
const { readHead, readMessage } = await import('./read-message.ts')

/** Parses messages from strangers in a process of its own, which may run out of time or memory. */
answerParent(({ source, id, whole }: { source: Uint8Array; id: string; whole: boolean }) =>
  whole ? readMessage(source, id) : readHead(source, id),
)
