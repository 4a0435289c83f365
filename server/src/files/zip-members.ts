import { createInflateRaw } from 'node:zlib'

interface Member {
  readonly name: string
  /** 0 is stored, 8 is deflated; other methods are not read. */
  readonly method: number
  readonly packed: Buffer
}

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const locatorMark = 0x07064b50
/** What may follow the list of members: its end, also that of a ZIP64, or its signature. */
const afterList = [endMark, 0x06064b50, 0x05054b50]

/** Returns the members of a ZIP by name, still compressed. Throws when it is no ZIP. */
export function zipMembers(zip: Buffer): Map<string, Member> {
  const end = endOf(zip)
  const members = new Map<string, Member>()
  // The end record counts at most 65,535 members, so the list is read to its end.
  let at = startOf(zip, end)
  for (; zip.readUInt32LE(at) === entryMark; at += 46) {
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const begin = contentOf(zip, zip.readUInt32LE(at + 42))
    const packed = zip.subarray(begin, begin + zip.readUInt32LE(at + 20))
    members.set(name, { name, method: zip.readUInt16LE(at + 10), packed })
    at += nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  if (!afterList.includes(zip.readUInt32LE(at))) throw new Error('the list of members is damaged')
  return members
}

/** Returns the position of the list of members; a ZIP64 names it in a record of its own. */
function startOf(zip: Buffer, end: number): number {
  const start = zip.readUInt32LE(end + 16)
  if (start !== 0xffff_ffff) return start
  if (zip.readUInt32LE(end - 20) !== locatorMark) throw new Error('the list of members is missing')
  return Number(zip.readBigUInt64LE(Number(zip.readBigUInt64LE(end - 12)) + 48))
}

/** Unpacks a member, at most `limit` bytes of it. */
export async function unpack(member: Member, limit: number): Promise<{ content: Buffer; whole: boolean }> {
  if (member.method === 0) return { content: member.packed.subarray(0, limit), whole: member.packed.length <= limit }
  if (member.method !== 8) throw new Error('packed in an unknown way')
  const inflate = createInflateRaw()
  inflate.end(member.packed)
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of inflate as AsyncIterable<Buffer>) {
    pieces.push(piece.subarray(0, limit - size))
    size += piece.length
    if (size > limit) return { content: Buffer.concat(pieces), whole: false }
  }
  return { content: Buffer.concat(pieces), whole: true }
}

/** Returns the position of the end-of-directory record, which a comment of at most 64 KB may follow. */
function endOf(zip: Buffer): number {
  const first = Math.max(0, zip.length - 22 - 0xffff)
  for (let at = zip.length - 22; at >= first; at--) if (zip.readUInt32LE(at) === endMark) return at
  throw new Error('this is no ZIP')
}

function contentOf(zip: Buffer, at: number): number {
  if (zip.readUInt32LE(at) !== localMark) throw new Error('a member is damaged')
  return at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
}
