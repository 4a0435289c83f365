import { benchInbox } from './inbox.ts'
import { benchIngest } from './ingest.ts'

await benchIngest()
await benchInbox()
