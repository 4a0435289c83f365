/** Largest number of bytes to skip in search of a frame; real recordings have damaged frames or tags there. */
const mostBetween = 256 * 1024

/** Returns the seconds that an MP3 plays, by its frames; null if it is none. A tag without frames has 0 seconds. */
export function mp3Seconds(content: Buffer): number | null {
  let at = tagLength(content)
  const tagged = at > 0
  let seconds = 0
  let inFrames = 0
  let between = 0
  let frame = frameAt(content, at)
  while (at + 4 <= content.length && between <= mostBetween) {
    const following: Frame | null = frame && frameAt(content, at + frame.bytes)
    if (frame && (following || at + frame.bytes + 4 > content.length)) {
      seconds += frame.seconds
      inFrames += frame.bytes
      at += frame.bytes
      frame = following
      continue
    }
    const next = content.indexOf(0xff, at + 1)
    if (next < 0) break
    between += next - at
    at = next
    frame = frameAt(content, at)
  }
  if (inFrames === 0) return tagged ? 0 : null
  // If frames make up less than half of the content, it is another kind of file that only begins like an MP3.
  return inFrames * 2 < content.length - tagLength(content) ? null : seconds
}

/** Returns the bytes of an ID3v2 tag at the beginning; its length is stored as seven bits in each of four bytes. */
function tagLength(content: Buffer): number {
  if (content.length < 10 || content.toString('latin1', 0, 3) !== 'ID3') return 0
  const [a = 0, b = 0, c = 0, d = 0] = content.subarray(6, 10)
  const hasFooter = ((content[5] ?? 0) & 0x10) !== 0
  return 10 + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (d & 127) + (hasFooter ? 10 : 0)
}

const kilobits = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const rates = [44_100, 48_000, 32_000]

interface Frame {
  readonly bytes: number
  readonly seconds: number
}

/** Returns the layer III frame whose four-byte header is at this offset, or null. */
function frameAt(content: Buffer, at: number): Frame | null {
  const kind = content[at + 1] ?? 0
  const figures = content[at + 2] ?? 0
  if (content[at] !== 0xff || (kind & 0xe6) !== 0xe2) return null
  const version = (kind >> 3) & 3
  const rate = rates[(figures >> 2) & 3]
  const isMpeg1 = version === 3
  const bitrate = (isMpeg1 ? kilobits.mpeg1 : kilobits.mpeg2)[figures >> 4]
  if (version === 1 || !rate || !bitrate) return null
  const sampleRate = rate / (isMpeg1 ? 1 : version === 2 ? 2 : 4)
  const samples = isMpeg1 ? 1152 : 576
  const padding = (figures >> 1) & 1
  return { bytes: Math.floor((samples / 8) * ((bitrate * 1000) / sampleRate)) + padding, seconds: samples / sampleRate }
}
