import path from 'node:path'
import type { Config } from '../config.ts'
import { diskStore } from './disk-store.ts'
import { type FileStore, StorageError, spoolFolder } from './file-store.ts'
import { s3Store } from './s3-store.ts'

/** Opens the configured store: S3-compatible when S3_ENDPOINT is set, otherwise below DATA_DIR. */
export function openFileStore({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>, log?: Log): FileStore {
  const store = s3 ? s3Store(s3, spoolFolder(dataDir)) : diskStore(path.join(dataDir, 'files'))
  if (!log) return store
  return {
    ...store,
    put: (content) =>
      store.put(content).catch((error) => {
        // The sender learns only that it failed; the cause is for the log.
        log.error(
          { err: error instanceof StorageError && error.cause ? error.cause : error },
          'a file cannot be stored',
        )
        throw error
      }),
  }
}

interface Log {
  error(about: object, text: string): void
}
