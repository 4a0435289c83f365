import { projectDocumentApi as api, type ProjectDocument } from '#contract/work/project-documents'
import { call } from '../../../api/client.ts'
import type { Library } from '../../lists/galleries/library.ts'
import { type RecordFile, recordLibrary } from '../../lists/galleries/record-library.ts'

export const projectFile = ({ id, projectRef, ...document }: ProjectDocument): RecordFile => ({
  ...document,
  recordRef: projectRef,
  documentRef: id,
  documentClassification: null,
  hasThumbnail: false,
})

/** Returns the library of a project. Its documents have no classification, and thumbnails are not stored. */
export function projectLibrary(projectId: string): Library {
  const { params, ...common } = recordLibrary(api, projectId)
  return {
    ...common,
    write: 'PROJECT_MODIFY',
    isClassified: false,
    thumbnailUrl: (file) => common.contentUrl(file, true),
    async upload(file, _classification, options) {
      const { document, ...answer } = await call(api.upload, { params: { id: projectId }, file }, options)
      return { ...answer, document: document && projectFile(document) }
    },
    saveThumbnail: () => Promise.resolve(),
    update: (file, { name }, version) =>
      call(api.rename, { params: params(file), query: { newDocumentName: name, version } }),
    restore: async (file) => projectFile(await call(api.restore, { params: params(file) })),
    savedNow: projectFile as (current: never) => RecordFile,
  }
}
