import { Mp3Encoder } from '@breezystack/lamejs'

export interface Sound {
  readonly samples: Int16Array
  readonly sampleRate: number
}

const kilobits = 32
const samplesAtOnce = 1152 * 20

self.onmessage = ({ data: { samples, sampleRate } }: MessageEvent<Sound>) => {
  const encoder = new Mp3Encoder(1, sampleRate, kilobits)
  const parts: Uint8Array[] = []
  for (let at = 0; at < samples.length; at += samplesAtOnce) {
    parts.push(new Uint8Array(encoder.encodeBuffer(samples.subarray(at, at + samplesAtOnce))))
  }
  parts.push(new Uint8Array(encoder.flush()))
  self.postMessage(parts)
}
