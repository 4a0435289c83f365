import path from 'node:path'
import type { Config } from '../config.ts'
import { diskStore } from './disk-store.ts'
import { type FileStore, spoolFolder } from './file-store.ts'
import { s3Store } from './s3-store.ts'

/** The store that the environment asks for: S3-compatible when S3_ENDPOINT is set, else below DATA_DIR. */
export function openFileStore({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): FileStore {
  return s3 ? s3Store(s3, spoolFolder(dataDir)) : diskStore(path.join(dataDir, 'files'))
}
