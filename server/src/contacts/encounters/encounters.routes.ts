import { encounterApi } from '#contract/contacts/encounters'
import { prepared, routes } from '../../http/routes.ts'
import {
  addByHand,
  countByMonth,
  countEncounters,
  edgeOf,
  getEncounter,
  listBin,
  listEncounters,
  listIds,
  moveEncounter,
  moveEncounters,
  removeEncounters,
  restoreEncounter,
  restoreEncounters,
  updateEncounter,
} from './encounters.ts'
import { addVoiceMemo, playVoiceMemo, receiveRecording, transcribeAgain } from './voice-memos.ts'

export const encounterRoutes = routes(encounterApi, {
  list: ({ ctx, params, query }) => listEncounters(ctx, params.id, query),
  listByType: ({ ctx, params, query }) => listEncounters(ctx, params.id, { ...query, encounterType: [params.type] }),
  search: ({ ctx, params, query }) => listEncounters(ctx, params.id, query),
  searchIds: ({ ctx, params, query }) => listIds(ctx, params.id, query),
  min: ({ ctx, params }) => edgeOf(ctx, params.id, 'min'),
  max: ({ ctx, params }) => edgeOf(ctx, params.id, 'max'),
  count: ({ ctx, params }) => countEncounters(ctx, params.id),
  months: ({ ctx, params }) => countByMonth(ctx, params.id),
  bin: ({ ctx, params, query }) => listBin(ctx, params.id, query),
  get: ({ ctx, params }) => getEncounter(ctx, params.id),
  add: ({ ctx, params, body }) => addByHand(ctx, params.id, body),
  update: ({ ctx, params, body }) => updateEncounter(ctx, params.id, params.encId, body),
  remove: ({ ctx, params }) => removeEncounters(ctx, params.id, [params.encId]),
  restore: ({ ctx, params }) => restoreEncounter(ctx, params.id, params.encId),
  removeSeveral: ({ ctx, params, body }) => removeEncounters(ctx, params.id, body.ids),
  restoreSeveral: ({ ctx, params, body }) => restoreEncounters(ctx, params.id, body.ids),
  move: ({ ctx, params }) => moveEncounter(ctx, params.id, params.encId, params.target),
  moveSeveral: ({ ctx, params, body }) => moveEncounters(ctx, params.id, body.ids, body.target),
  addVoiceMemo: prepared(encounterApi.addVoiceMemo, {
    prepare: ({ ctx, file }) => receiveRecording(ctx, file),
    run: ({ ctx, params, prepared: recording }) => addVoiceMemo(ctx, params.id, recording),
  }),
  voiceMemo: ({ ctx, params, query }) => playVoiceMemo(ctx, params.id, params.encId, query.isPreview),
  transcribe: ({ ctx, params, query }) => transcribeAgain(ctx, params.id, params.encId, query.overwrite),
})
