import type { Draft } from '#contract/mail/outgoing'
import { currentUser } from '../../../session/session.ts'
import { inBrowser } from '../../../state/storage.ts'
import { createStore, useStore } from '../../../state/store.ts'
import type { Message, Transfer } from './transfer.ts'

/** A draft as section 3 of the specification keeps it in the browser; `id` is the e-mail that it is based on. */
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
  /** The one on the server that it mirrors, as soon as there is one. */
  readonly draftRef: string | null
  /** The version of that one which was written on. */
  readonly draftVersion?: number | null
  /** Whose it is: several people may use one browser. */
  readonly userRef: string | null
  /** One message has one, from its first letter on: many have no subject yet, and none on the server. */
  readonly keptRef: string
}

const storageKey = 'drafts'
const most = 50

/** One's own, the latest first. */
export const keptDrafts = (): KeptDraft[] => readAll().filter(isOwn)

/** The same on the screen, which follows. */
export function useKeptDrafts(): KeptDraft[] {
  useStore(changes)
  return keptDrafts()
}
const changes = createStore(0)

type Kept = Pick<KeptDraft, 'draftRef' | 'draftVersion' | 'userRef' | 'keptRef'>

/** Takes the place of a draft with the same subject, and of an earlier state of the same draft. */
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

/** After sending: neither the draft nor one with the same subject is left. */
export const forgetDraft = (draft: Omit<Named, 'userRef'>): void =>
  write(readAll().filter((one) => !isSame(one, { ...draft, userRef: ownRef() })))

/** A draft of the server, with what was typed in this browser after it was saved last. */
export function goOnWith(draft: Draft): Transfer {
  const kept = keptDrafts().find(({ draftRef }) => draftRef === draft.id)
  return kept?.draftVersion === draft.version ? { draft, typed: kept } : { draft }
}

/** A draft that only this browser knows. */
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

/** Messages without a subject are as many as there are. */
export const isSameSubject = (one: string, other: string) => one === other && one !== ''

function readAll(): KeptDraft[] {
  const kept = inBrowser.readJson(storageKey)
  const drafts: KeptDraft[] = Array.isArray(kept) ? kept.filter((one) => typeof one?.subject === 'string') : []
  // those of former versions had one for each subject
  return drafts.map((one) => ({ ...one, keptRef: one.keptRef ?? `${one.userRef} ${one.subject}` }))
}

/** A browser that is full keeps less: the server has them all. */
function write(drafts: readonly KeptDraft[]): void {
  inBrowser.writeJson(storageKey, drafts)
  changes.set(changes.get() + 1)
}
