import { projectDocumentApi } from '#contract/work/project-documents'
import { projectApi } from '#contract/work/projects'
import { asOfSurvivor } from '../../contacts/contacts.ts'
import { prepared, routes } from '../../http/routes.ts'
import {
  archiveProject,
  removeProject,
  removeProjectForGood,
  revertArchivedProject,
  revertDeletedProject,
} from './archive-project.ts'
import {
  addProjectDocument,
  countProjectDocuments,
  downloadProjectDocument,
  excerptOfProjectDocument,
  listProjectDocuments,
  listVersions,
  makeVersionCurrent,
  receiveProjectDocument,
  removeDocument,
  renameDocument,
  restoreDocument,
} from './documents.ts'
import { addProject, getBoard, getProject, listBin, projectHistory } from './projects.ts'
import { countOwnDue, countProjects, searchProjects } from './search-projects.ts'
import { moveProject, updateProject } from './update-project.ts'

export const projectRoutes = routes(projectApi, {
  board: async ({ ctx, params, query }) => getBoard(ctx, params.id, await asOfSurvivor(ctx, query)),
  bin: ({ ctx, params }) => listBin(ctx, params.id),
  search: async ({ ctx, body }) => searchProjects(ctx, await asOfSurvivor(ctx, body)),
  count: async ({ ctx, body }) => countProjects(ctx, await asOfSurvivor(ctx, body)),
  countOwnDue: ({ ctx }) => countOwnDue(ctx),
  get: ({ ctx, params }) => getProject(ctx, params.id),
  history: ({ ctx, params, query }) => projectHistory(ctx, params.id, query.before),
  add: ({ ctx, body }) => addProject(ctx, body),
  update: ({ ctx, params, body }) => updateProject(ctx, params.id, body),
  move: ({ ctx, params, body }) => moveProject(ctx, params.id, body),
  archive: ({ ctx, params }) => archiveProject(ctx, params.id),
  revertArchived: ({ ctx, params }) => revertArchivedProject(ctx, params.id),
  remove: ({ ctx, params }) => removeProject(ctx, params.id),
  revertDeleted: ({ ctx, params }) => revertDeletedProject(ctx, params.id),
  removeForGood: ({ ctx, params }) => removeProjectForGood(ctx, params.id),
})

export const projectDocumentRoutes = routes(projectDocumentApi, {
  list: ({ ctx, params }) => listProjectDocuments(ctx, params.id),
  count: ({ ctx, params }) => countProjectDocuments(ctx, params.id),
  upload: prepared(projectDocumentApi.upload, {
    prepare: ({ ctx, params, file }) => receiveProjectDocument(ctx, params.id, file),
    run: ({ ctx, params, prepared: received }) => addProjectDocument(ctx, params.id, received),
  }),
  download: ({ ctx, params, query }) => downloadProjectDocument(ctx, params, query),
  excerpt: ({ ctx, params }) => excerptOfProjectDocument(ctx, params),
  rename: ({ ctx, params, query }) => renameDocument(ctx, params, query),
  remove: ({ ctx, params }) => removeDocument(ctx, params),
  restore: ({ ctx, params }) => restoreDocument(ctx, params),
  versions: ({ ctx, params }) => listVersions(ctx, params),
  downloadVersion: ({ ctx, params, query }) =>
    downloadProjectDocument(ctx, params, { number: params.number, isPreview: query.isPreview }),
  excerptOfVersion: ({ ctx, params }) => excerptOfProjectDocument(ctx, params, params.number),
  makeCurrent: ({ ctx, params }) => makeVersionCurrent(ctx, params, params.number),
})
