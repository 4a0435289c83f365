/** Returns silence as the recorder encodes it: MPEG-2 layer III, 16 kHz, 32 kbit/s, 36 ms per frame. */
export function mp3(seconds: number): Buffer {
  const frame = Buffer.alloc(144)
  frame.set([0xff, 0xf3, 0x48, 0xc0])
  return Buffer.concat(Array.from({ length: Math.round(seconds / 0.036) }, () => frame))
}

export const recording = (content: Buffer, name = 'voicememo.mp3') => new File([new Uint8Array(content)], name)
