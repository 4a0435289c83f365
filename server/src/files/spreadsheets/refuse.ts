import { importSentences } from '#contract/sentences/imports/by-language'
import type { ImportSentences } from '#contract/sentences/imports/de'
import { fill, type Values } from '#contract/sentences/issue'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'

type Unreadable = keyof ImportSentences['unreadable']

/** Ends the call because the file cannot be read, with the reason in the language of the request. */
export function refuse(ctx: Ctx, because: Unreadable, values: Values = {}): never {
  fail('UNREADABLE_CSV', { values: { reason: fill(importSentences[ctx.actor.language].unreadable[because], values) } })
}

/** Throws for an empty file, and for one with the signature of another type. Errors: UNREADABLE_CSV. */
export function refuseOtherKinds(ctx: Ctx, head: Buffer): void {
  if (head.length === 0) refuse(ctx, 'empty')
  const other = signatures.find(({ starts }) => head.subarray(0, starts.length).equals(starts))
  if (other) refuse(ctx, other.reason)
}

const signatures: readonly { starts: Buffer; reason: Unreadable }[] = [
  { starts: Buffer.of(0x89, 0x50, 0x4e, 0x47), reason: 'picture' },
  { starts: Buffer.of(0xff, 0xd8, 0xff), reason: 'picture' },
  { starts: Buffer.from('GIF8'), reason: 'picture' },
  { starts: Buffer.from('RIFF'), reason: 'picture' },
  { starts: Buffer.from('%PDF'), reason: 'pdf' },
  { starts: Buffer.of(0x50, 0x4b, 0x03, 0x04), reason: 'archive' },
  { starts: Buffer.of(0x50, 0x4b, 0x05, 0x06), reason: 'archive' },
  { starts: Buffer.of(0x1f, 0x8b), reason: 'archive' },
  { starts: Buffer.of(0xd0, 0xcf, 0x11, 0xe0), reason: 'archive' },
]
