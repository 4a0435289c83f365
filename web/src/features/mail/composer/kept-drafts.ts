import { currentUser } from '../../../session/session.ts'
import { inBrowser } from '../../../state/storage.ts'
import { createStore, useStore } from '../../../state/store.ts'
import type { Message } from './transfer.ts'

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

type Kept = Pick<KeptDraft, 'draftRef' | 'userRef' | 'keptRef'>

/** Takes the place of a draft with the same subject, and of an earlier state of the same draft. */
export function keepDraft(message: Message, { draftRef, userRef, keptRef }: Kept): void {
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
    userRef,
    keptRef,
  }
  write([kept, ...readAll().filter((one) => !isSame(one, kept))].slice(0, most))
}

/** After sending: neither the draft nor one with the same subject is left. */
export const forgetDraft = (draft: Omit<Named, 'userRef'>): void =>
  write(readAll().filter((one) => !isSame(one, { ...draft, userRef: ownRef() })))

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
