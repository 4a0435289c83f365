import type { Draft } from '#contract/mail/outgoing'
import { currentUser } from '../../../session/session.ts'
import { inBrowser } from '../../../state/storage.ts'
import { createStore, useStore } from '../../../state/store.ts'
import type { Message, Transfer } from './transfer.ts'

/** A draft stored in the browser, as in section 3 of the specification; `id` is the e-mail it is based on. */
export interface KeptDraft {
  readonly recipients: readonly string[]
  readonly cc: readonly string[]
  readonly bcc: readonly string[]
  readonly subject: string
  readonly bodyAsHtml: string
  readonly id: string | null
  readonly contactDocumentRefs: readonly string[]
  readonly predefinedDocumentRefs: readonly string[]
  readonly imageGalleryRefs: readonly string[]
  readonly contactRef: string | null
  readonly flameRef?: string | null
  /** Id of the draft on the server that it mirrors, once it exists. */
  readonly draftRef: string | null
  /** Version of that draft when this one was written. */
  readonly draftVersion?: number | null
  /** Owner, because several users may share a browser. */
  readonly userRef: string | null
  /** Unique for each message, because drafts may have neither a subject nor a copy on the server. */
  readonly keptRef: string
}

const storageKey = 'drafts'
const most = 50

/** Returns the user's drafts, latest first. */
export const keptDrafts = (): KeptDraft[] => readAll().filter(isOwn)

/** Returns the user's drafts and follows changes. */
export function useKeptDrafts(): KeptDraft[] {
  useStore(changes)
  return keptDrafts()
}
const changes = createStore(0)

type Kept = Pick<KeptDraft, 'draftRef' | 'draftVersion' | 'userRef' | 'keptRef'>

/** Stores a draft; replaces an earlier state of it, and a draft with the same subject. */
export function keepDraft(message: Message, { draftRef, draftVersion, userRef, keptRef }: Kept): void {
  const kept: KeptDraft = {
    recipients: message.recipients,
    cc: message.cc,
    bcc: message.bcc,
    subject: message.subject,
    bodyAsHtml: message.bodyAsHtml,
    id: message.basedOn,
    contactDocumentRefs: message.contactDocumentRefs,
    predefinedDocumentRefs: message.predefinedDocumentRefs,
    imageGalleryRefs: message.imageGalleryRefs,
    contactRef: message.contactRef,
    flameRef: message.flameRef,
    draftRef,
    draftVersion,
    userRef,
    keptRef,
  }
  write([kept, ...readAll().filter((one) => !isSame(one, kept))].slice(0, most))
}

/** Removes the draft of a sent message, and drafts with the same subject. */
export const forgetDraft = (draft: Omit<Named, 'userRef'>): void =>
  write(readAll().filter((one) => !isSame(one, { ...draft, userRef: ownRef() })))

/** Continues a draft of the server, with later changes stored in this browser. */
export function goOnWith(draft: Draft): Transfer {
  const kept = keptDrafts().find(({ draftRef }) => draftRef === draft.id)
  return kept?.draftVersion === draft.version ? { draft, typed: kept } : { draft }
}

/** Continues a draft stored only in this browser. */
export const transferOf = (kept: KeptDraft): Transfer => ({
  to: kept.recipients,
  cc: kept.cc,
  bcc: kept.bcc,
  subject: kept.subject,
  content: kept.bodyAsHtml,
  basedOn: kept.id,
  contactRef: kept.contactRef,
  flameRef: kept.flameRef ?? null,
  documents: kept,
  withoutSignature: true,
  keptRef: kept.keptRef,
})

const ownRef = () => currentUser()?.id ?? null
const isOwn = ({ userRef }: KeptDraft) => userRef === ownRef()

interface Named extends Pick<KeptDraft, 'subject' | 'draftRef' | 'userRef'> {
  readonly keptRef?: string
}
const isSame = (one: KeptDraft, { subject, draftRef, userRef, keptRef }: Named) =>
  one.userRef === userRef &&
  (isSameSubject(one.subject, subject) || (draftRef !== null && one.draftRef === draftRef) || one.keptRef === keptRef)

/** Compares subjects; messages without a subject are all different. */
export const isSameSubject = (one: string, other: string) => one === other && one !== ''

function readAll(): KeptDraft[] {
  const kept = inBrowser.readJson(storageKey)
  const drafts: KeptDraft[] = Array.isArray(kept) ? kept.filter((one) => typeof one?.subject === 'string') : []
  // older drafts lack `keptRef`: there was one per subject
  return drafts.map((one) => ({ ...one, keptRef: one.keptRef ?? `${one.userRef} ${one.subject}` }))
}

/** Stores the drafts. If the browser storage is full, some are lost; the server has all of them. */
function write(drafts: readonly KeptDraft[]): void {
  inBrowser.writeJson(storageKey, drafts)
  changes.set(changes.get() + 1)
}
