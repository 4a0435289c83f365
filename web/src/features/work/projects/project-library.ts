import { pathOf } from '#contract/endpoint'
import type { LibraryDocument } from '#contract/lists/galleries'
import { projectDocumentApi as api, type ProjectDocument } from '#contract/work/project-documents'
import { call } from '../../../api/client.ts'
import type { Library } from '../../lists/galleries/library.ts'

/** A document of a project as a file of a library. */
export interface ProjectFile extends LibraryDocument {
  readonly projectRef: string
  readonly uploadedBy: string | null
  readonly versions: number
}

export const projectFile = ({ id, ...document }: ProjectDocument): ProjectFile => ({
  ...document,
  documentRef: id,
  documentClassification: null,
  hasThumbnail: false,
})

const preview = (isPreview?: boolean) => (isPreview ? '?isPreview=true' : '')

/** Documents of a project have no classification, and their small pictures are made by each browser for itself. */
export function projectLibrary(projectId: string): Library {
  const params = ({ documentRef }: LibraryDocument) => ({ id: projectId, attId: documentRef })
  return {
    write: 'PROJECT_MODIFY',
    isClassified: false,
    contentUrl: (file, isPreview) => pathOf(api.download, params(file)) + preview(isPreview),
    thumbnailUrl: (file) => pathOf(api.download, params(file)) + preview(true),
    excerpt: (file, options) => call(api.excerpt, { params: params(file) }, options),
    async upload(file, _classification, options) {
      const { document, ...answer } = await call(api.upload, { params: { id: projectId }, file }, options)
      return { ...answer, document: document && projectFile(document) }
    },
    saveThumbnail: () => Promise.resolve(),
    update: (file, { name }, version) =>
      call(api.rename, { params: params(file), query: { newDocumentName: name, version } }),
    remove: (file) => call(api.remove, { params: params(file) }),
    restore: async (file) => projectFile(await call(api.restore, { params: params(file) })),
    savedNow: projectFile as (current: never) => LibraryDocument,
  }
}

/** The versions of one document, to be looked at like files. */
export function projectVersionLibrary(document: ProjectFile): Library {
  const params = ({ documentRef }: LibraryDocument) => ({
    id: document.projectRef,
    attId: document.documentRef,
    number: documentRef,
  })
  return {
    ...projectLibrary(document.projectRef),
    contentUrl: (file, isPreview) => pathOf(api.downloadVersion, params(file)) + preview(isPreview),
    excerpt: (file, options) => call(api.excerptOfVersion, { params: params(file) }, options),
  }
}
