import { useRef, useState } from 'react'
import { limits } from '#contract/limits'
import type { LibraryDocument, UploadResult } from '#contract/lists/galleries'
import { ApiError } from '../../../api/client.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useUnsavedChanges } from '../../../ui/forms/unsaved-changes.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { useGone } from '../../../ui/rendering/use-gone.ts'
import { formatFileSize } from '../../../ui/text/format.ts'
import type { Library } from './library.ts'
import { makeThumbnail } from './make-thumbnail.ts'
import { saveThumbnail } from './missing-thumbnails.ts'

/** A running or finished upload. */
export interface UploadItem {
  readonly key: number
  readonly name: string
  /** Percentage, 0 to 100; undefined while queued. */
  readonly progress?: number
  readonly result?: UploadResult | 'CANCELLED'
  /** Message about the result. */
  readonly sentence?: string
  readonly document?: LibraryDocument | null
}

const atOnce = 3
let lastKey = 0

/** Uploads files, a few at a time, each with its own progress and result. */
export function useUploads(library: Library) {
  const { t } = useTranslation('documents')
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const queue = useRef<{ key: number; file: File; classification: string | null }[]>([])
  const running = useRef(new Map<number, AbortController>())
  // asks before leaving, which would abort uploads or hide their results
  useUnsavedChanges(items.some(({ result }) => result === undefined))

  const gone = useGone()
  const change = (key: number, changed: Partial<UploadItem>) =>
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...changed } : item)))

  /** Shows how an upload ended; a failure also to somebody who has left the screen. */
  function end(key: number, { name }: File, changed: Partial<UploadItem> & { result: UploadResult | 'CANCELLED' }) {
    change(key, changed)
    const hasFailed = changed.result !== 'OK' && changed.result !== 'CANCELLED'
    if (gone.current && hasFailed) notify([name, changed.sentence].filter(Boolean).join(': '), { severity: 3 })
  }

  function add(files: readonly File[], classification: string | null) {
    const added = files.map((file) => {
      lastKey += 1
      return { key: lastKey, file, classification }
    })
    setItems((before) => [...before, ...added.map(({ key, file }) => ({ key, name: file.name }))])
    queue.current.push(...added)
    work()
  }

  function work() {
    while (running.current.size < atOnce) {
      const next = queue.current.shift()
      if (!next) return
      const stop = new AbortController()
      running.current.set(next.key, stop)
      void send(next.key, next.file, next.classification, stop.signal).finally(() => {
        running.current.delete(next.key)
        work()
      })
    }
  }

  async function send(key: number, file: File, classification: string | null, signal: AbortSignal) {
    if (file.size > limits.document.fileBytes) {
      return end(key, file, {
        result: 'FAILED',
        sentence: t('upload.tooLarge', { size: formatFileSize(limits.document.fileBytes) }),
      })
    }
    change(key, { progress: 0 })
    try {
      const { result, detail, document } = await library.upload(file, classification, {
        signal,
        onProgress: (share) => change(key, { progress: share * 100 }),
      })
      if (result === 'OK' && document) {
        const small = await makeThumbnail(file, document.mimeType)
        if (small) await saveThumbnail(library, document, small)
      }
      const renamed = result === 'OK' && document && document.name.toLowerCase() !== file.name.toLowerCase()
      end(key, file, { result, document, sentence: renamed ? t('upload.savedAs', { name: document.name }) : detail })
    } catch (error) {
      if (signal.aborted) return end(key, file, { result: 'CANCELLED', sentence: t('upload.cancelled') })
      const problem = error instanceof ApiError ? error.problem : {}
      const result = problem.code === 'STORAGE_FAILED' ? problem.code : 'FAILED'
      end(key, file, { result, sentence: problem.detail ?? t('upload.failed') })
    }
  }

  function cancel(key: number) {
    running.current.get(key)?.abort()
    if (!queue.current.some((waiting) => waiting.key === key)) return
    queue.current = queue.current.filter((waiting) => waiting.key !== key)
    change(key, { result: 'CANCELLED', sentence: t('upload.cancelled') })
  }

  const forget = () => setItems((before) => before.filter((item) => item.result === undefined))
  return { items, add, cancel, forget }
}
