import type { Sound } from './mp3-worker.ts'

export interface Take {
  readonly file: Blob
  readonly seconds: number
  /** True if the recording is almost silent. */
  readonly silent: boolean
}

const sampleRate = 16_000
const silence = 0.01

/** Converts a browser recording of any format to a mono MP3. */
export async function encodeMp3(recorded: Blob): Promise<Take> {
  const context = new OfflineAudioContext(1, 1, sampleRate)
  const audio = await context.decodeAudioData(await recorded.arrayBuffer())
  const channels = Array.from({ length: audio.numberOfChannels }, (_, at) => audio.getChannelData(at))
  const samples = new Int16Array(audio.length)
  let loudest = 0
  for (let at = 0; at < samples.length; at++) {
    let sum = 0
    for (const channel of channels) sum += channel[at] ?? 0
    const value = Math.max(-1, Math.min(1, sum / channels.length))
    loudest = Math.max(loudest, Math.abs(value))
    samples[at] = value * 32_767
  }
  const parts = await inWorker({ samples, sampleRate })
  return { file: new Blob(parts, { type: 'audio/mpeg' }), seconds: audio.duration, silent: loudest < silence }
}

function inWorker(sound: Sound): Promise<Uint8Array<ArrayBuffer>[]> {
  const worker = new Worker(new URL('./mp3-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Uint8Array<ArrayBuffer>[]>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>[]>) => resolve(data)
    worker.onerror = (event) => reject(new Error(event.message))
    worker.postMessage(sound, [sound.samples.buffer])
  }).finally(() => worker.terminate())
}
