import { useState } from 'react'
import { type Draft, type DraftFile, draftApi } from '#contract/mail/outgoing'
import { ApiError, call } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/hooks.ts'

/** A file being uploaded, or refused. */
interface Arriving {
  readonly key: number
  readonly file: File
  readonly share: number
  readonly problem?: string
}

let lastKey = 0

/** Uploads the files of a draft one by one; `save` creates the draft. `current` returns the latest draft. */
export function useDraftFiles(
  begun: readonly DraftFile[],
  current: () => Draft | undefined,
  save: () => Promise<Draft | undefined>,
) {
  const [files, setFiles] = useState(begun)
  const [contents, setContents] = useState<ReadonlyMap<string, Blob>>(new Map())
  const [arriving, setArriving] = useState<readonly Arriving[]>([])
  const changeArriving = (key: number, change: Partial<Arriving>) =>
    setArriving((before) => before.map((one) => (one.key === key ? { ...one, ...change } : one)))
  const forgetArriving = (key: number) => setArriving((before) => before.filter((one) => one.key !== key))

  async function addFiles(added: readonly File[]): Promise<void> {
    const coming = added.map((file) => {
      lastKey += 1
      return { key: lastKey, file, share: 0 }
    })
    setArriving((before) => [...before, ...coming])
    for (const { key, file } of coming) {
      try {
        const draft = await save()
        if (!draft) return
        const options = { onProgress: (share: number) => changeArriving(key, { share }) }
        const kept = await call(draftApi.addFile, { params: { id: draft.id }, file }, options)
        setFiles((before) => [...before, kept])
        setContents((before) => new Map(before).set(kept.id, file))
        forgetArriving(key)
      } catch (error) {
        const problem = error instanceof ApiError ? (error.errors?.[0]?.detail ?? error.message) : String(error)
        changeArriving(key, { problem })
      }
    }
  }

  const removing = useApiMutation(draftApi.removeFile, {
    onSuccess: (_done, { params }) => setFiles((before) => before.filter((one) => one.id !== params.fileId)),
  })
  function removeFile(fileId: string): void {
    const id = current()?.id
    if (id) removing.mutate({ params: { id, fileId } })
  }

  /** Returns the content of a file, from the server if it was uploaded before the page loaded. */
  async function contentOf(fileId: string): Promise<Blob | undefined> {
    const here = contents.get(fileId)
    const id = current()?.id
    return here || !id ? here : call(draftApi.file, { params: { id, fileId } })
  }

  return { files, arriving, addFiles, removeFile, forgetArriving, contentOf }
}
