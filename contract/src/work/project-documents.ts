import { z } from 'zod'
import { ById, Done, endpoint, fileAnswer, Id, SeenVersion, Text } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { ByAttId, ByNumber, DocumentVersion, documentFields, Preview, uploadOf } from '../lists/documents.ts'
import { DocumentExcerpt } from '../lists/galleries.ts'

export const ProjectDocument = z.object({ ...documentFields, projectRef: Id })
export type ProjectDocument = z.output<typeof ProjectDocument>

const attachments = '/api/projects/:id/attachments'
const attachment = `${attachments}/:attId`

export const projectDocumentApi = {
  list: endpoint({
    method: 'GET',
    path: attachments,
    allow: 'PROJECT_READ',
    summary: 'The documents of a project, by name',
    shows: ['project project=:id'],
    params: ById,
    response: z.array(ProjectDocument),
  }),
  count: endpoint({
    method: 'GET',
    path: `${attachments}/_count`,
    allow: 'PROJECT_READ',
    summary: 'How many documents a project has',
    shows: ['project project=:id'],
    params: ById,
    response: z.object({ count: z.int() }),
  }),
  upload: endpoint({
    method: 'POST',
    path: attachments,
    allow: 'PROJECT_MODIFY',
    summary: 'Add one file to a project; under the name of a document it becomes a new version of that',
    params: ById,
    upload: { maxBytes: limits.document.fileBytes },
    response: uploadOf(ProjectDocument),
  }),
  download: endpoint({
    method: 'GET',
    path: attachment,
    allow: 'PROJECT_READ',
    summary: 'The content, whole or a range of it; isPreview shows it in the browser where that is safe',
    params: ByAttId,
    query: Preview,
    response: fileAnswer('application/octet-stream'),
  }),
  excerpt: endpoint({
    method: 'GET',
    path: `${attachment}/excerpt`,
    allow: 'PROJECT_READ',
    summary: 'What it says: the text of an office file, a mail with its fields',
    shows: ['project project=:id'],
    params: ByAttId,
    response: DocumentExcerpt,
  }),
  rename: endpoint({
    method: 'PUT',
    path: `${attachment}/rename`,
    allow: 'PROJECT_MODIFY',
    summary: 'Rename a document',
    params: ByAttId,
    query: z.object({
      newDocumentName: Text(limits.document.nameLength),
      version: SeenVersion.optional(),
    }),
    response: ProjectDocument,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: attachment,
    allow: 'PROJECT_MODIFY',
    summary: 'Put a document in the bin, from which it goes after 30 days',
    params: ByAttId,
    response: Done,
  }),
  restore: endpoint({
    method: 'PUT',
    path: `${attachment}/restore`,
    allow: 'PROJECT_MODIFY',
    summary: 'Take a document back from the bin; a name that was taken meanwhile gets a number',
    params: ByAttId,
    response: ProjectDocument,
  }),
  versions: endpoint({
    method: 'GET',
    path: `${attachment}/versions`,
    allow: 'PROJECT_READ',
    summary: 'Every content that a document has had, the latest upload first',
    shows: ['project project=:id'],
    params: ByAttId,
    response: z.array(DocumentVersion),
  }),
  downloadVersion: endpoint({
    method: 'GET',
    path: `${attachment}/versions/:number`,
    allow: 'PROJECT_READ',
    summary: 'The content of one version',
    params: ByNumber,
    query: Preview,
    response: fileAnswer('application/octet-stream'),
  }),
  excerptOfVersion: endpoint({
    method: 'GET',
    path: `${attachment}/versions/:number/excerpt`,
    allow: 'PROJECT_READ',
    summary: 'What one version says',
    shows: ['project project=:id'],
    params: ByNumber,
    response: DocumentExcerpt,
  }),
  makeCurrent: endpoint({
    method: 'PUT',
    path: `${attachment}/versions/:number/current`,
    allow: 'PROJECT_MODIFY',
    summary: 'Put an earlier version in force again; the later ones stay',
    params: ByNumber,
    response: ProjectDocument,
  }),
}
