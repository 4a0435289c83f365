import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Encounter } from '#contract/contacts/encounters'
import { limits } from '#contract/limits'
import { type KeptFile, keepUpload, storedReply } from '../../files/files.ts'
import type { JsonText, StoredFileReply } from '../../http/answers.ts'
import { actorId, type Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import type { UploadedFile } from '../../http/upload.ts'
import { lockContact } from '../contacts.ts'
import { lockEncounter } from './encounter-rules.ts'
import { seesAlsoInBin } from './encounters.queries.ts'
import { addEncounter, getEncounter } from './encounters.ts'
import { mp3Seconds } from './mp3.ts'

const minSeconds = 0.5
/** Seconds that a recorder may add after it was told to stop. */
const toleranceSeconds = 5

type Recording = KeptFile & { readonly seconds: number }

/** Measures and stores a recording. Errors: NO_RECORDING, NOT_MP3, RECORDING_TOO_LONG, STORAGE_FAILED. */
export async function receiveRecording(ctx: Ctx, file: UploadedFile): Promise<Recording> {
  const { seconds: limit } = limits.voiceMemo
  if (file.size === 0) fail('NO_RECORDING')
  const seconds = mp3Seconds(await readFile(file.path))
  if (seconds === null) fail('NOT_MP3')
  if (seconds < minSeconds) fail('NO_RECORDING')
  if (seconds > limit + toleranceSeconds) {
    fail('RECORDING_TOO_LONG', { values: { seconds: Math.round(seconds), limit } })
  }
  const kept = await keepUpload(ctx, { ...file, name: 'voicememo.mp3' })
  if (kept === 'STORAGE_FAILED') fail('STORAGE_FAILED')
  if (typeof kept === 'string') fail('NOT_MP3')
  return { ...kept, seconds }
}

/** Errors: NOT_FOUND and IN_BIN of the contact. */
export async function addVoiceMemo(ctx: Ctx, contactId: string, recording: Recording): Promise<JsonText<Encounter>> {
  await lockContact(ctx, contactId)
  const id = await addEncounter(ctx, contactId, { encounterType: 'VOICE_MEMO', assigneeRef: actorId(ctx) })
  const { transcription } = ctx.services.config
  await ctx.db
    .insertInto('voice_memo')
    .values({
      id,
      file_hash: recording.hash,
      size_byte: recording.size,
      seconds: recording.seconds,
      reason: transcription ? null : 'OFF',
    })
    .execute()
  if (transcription) await orderTranscription(ctx, id, '')
  return getEncounter(ctx, id)
}

/** Errors: NOT_FOUND, STORAGE_FAILED. */
export async function playVoiceMemo(
  ctx: Ctx,
  contactId: string,
  id: string,
  isPreview?: boolean,
): Promise<StoredFileReply> {
  const found = await ctx.db
    .selectFrom('voice_memo as v')
    .innerJoin('encounter as e', 'e.id', 'v.id')
    .select(['v.file_hash', 'v.size_byte', 'e.original_known_since'])
    .where('v.id', '=', id)
    .where('e.contact_id', '=', contactId)
    .where(seesAlsoInBin(ctx.actor))
    .executeTakeFirst()
  if (!found) fail('NOT_FOUND')
  const name = `voicememo-${found.original_known_since.slice(0, 10)}.mp3`
  return storedReply(ctx, { hash: found.file_hash, size: found.size_byte, name, mimeType: 'audio/mpeg' }, isPreview)
}

/** Errors: NOT_FOUND, IN_BIN, TRANSCRIPTION_OFF, TRANSCRIPT_EDITED unless the text may be overwritten. */
export async function transcribeAgain(
  ctx: Ctx,
  contactId: string,
  id: string,
  overwrite = false,
): Promise<JsonText<Encounter>> {
  const { description } = await lockEncounter(ctx, contactId, id)
  const memo = await ctx.db.selectFrom('voice_memo').select('transcript').where('id', '=', id).executeTakeFirst()
  if (!memo) fail('NOT_FOUND')
  if (!ctx.services.config.transcription) fail('TRANSCRIPTION_OFF')
  const edited = description !== '' && description !== memo.transcript
  if (edited && !overwrite) fail('TRANSCRIPT_EDITED')
  await orderTranscription(ctx, id, description)
  return getEncounter(ctx, id)
}

async function orderTranscription(ctx: Ctx, id: string, replaces: string): Promise<void> {
  const { run } = await ctx.db
    .updateTable('voice_memo')
    .set({ transcription: 'WAITING', reason: null, run: sql`run + 1`, attempts: 0, replaces })
    .where('id', '=', id)
    .returning('run')
    .executeTakeFirstOrThrow()
  await ctx.enqueue('transcribeVoiceMemo', { encounterId: id, run })
}
