import { inflateRawSync } from 'node:zlib'

/** Returns the files of a ZIP as texts, by its central directory. */
export function unzip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = zip.subarray(start, start + packed)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    files.set(name, (method === 0 ? content : inflateRawSync(content)).toString('utf8'))
    at += 46 + nameLength + extra + comment
  }
  return files
}
