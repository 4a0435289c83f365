import { useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits'
import { currentUser } from '../../../session/session.ts'
import type { Take } from './encode-mp3.ts'
import { useKeptTake } from './kept-take.ts'

export type RecorderFault = 'unsupported' | 'denied' | 'noMicrophone' | 'failed'
type State =
  | { readonly name: 'idle' | 'starting' | 'encoding' }
  | { readonly name: 'recording'; readonly seconds: number; readonly level: number }
  | { readonly name: 'done'; readonly take: Take; readonly url: string }
  | { readonly name: 'fault'; readonly fault: RecorderFault }

/** Records a take of at most two minutes, which survives the end of the session and a reload. */
export function useRecorder() {
  const { kept, keep } = useKeptTake()
  const [state, setState] = useState<State>(() => (kept ? done(kept) : { name: 'idle' }))
  const session = useRef<Session>(undefined)
  const url = state.name === 'done' ? state.url : undefined
  // nothing may start if the microphone is allowed after the dialog has closed
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      if (currentUser()) session.current?.cancel()
      else session.current?.stop()
    }
  }, [])
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url])

  async function start() {
    setState({ name: 'starting' })
    try {
      session.current = await openSession((seconds, level) => setState({ name: 'recording', seconds, level }))
    } catch (error) {
      return setState({ name: 'fault', fault: faultOf(error) })
    }
    if (gone.current) return session.current.cancel()
    const recorded = await session.current.ended
    if (!recorded) return
    setState({ name: 'encoding' })
    try {
      const { encodeMp3 } = await import('./encode-mp3.ts')
      const take = await encodeMp3(recorded)
      if (gone.current && currentUser()) return
      await keep(take)
      if (!gone.current) setState(done(take))
    } catch {
      setState({ name: 'fault', fault: 'failed' })
    }
  }

  return {
    state,
    /** True if the recorder started with an unsaved take. */
    restored: kept !== undefined,
    start: () => void start(),
    stop: () => session.current?.stop(),
    discard: () => {
      void keep(null)
      setState({ name: 'idle' })
    },
  }
}

const done = (take: Take): State => ({ name: 'done', take, url: URL.createObjectURL(take.file) })

interface Session {
  /** Resolves to the recording; null if cancelled. */
  readonly ended: Promise<Blob | null>
  stop(): void
  cancel(): void
}

async function openSession(onProgress: (seconds: number, level: number) => void): Promise<Session> {
  if (!navigator.mediaDevices || typeof MediaRecorder === 'undefined') throw new DOMException('', 'NotSupportedError')
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, noiseSuppression: true } })
  const recorder = new MediaRecorder(stream)
  const parts: Blob[] = []
  const meter = openMeter(stream)
  const began = performance.now()
  let cancelled = false
  recorder.ondataavailable = ({ data }) => parts.push(data)
  const stop = () => recorder.state !== 'inactive' && recorder.stop()
  const timer = setInterval(() => {
    const seconds = (performance.now() - began) / 1000
    onProgress(Math.min(seconds, limits.voiceMemo.seconds), meter.level())
    if (seconds >= limits.voiceMemo.seconds) stop()
  }, 100)
  const ended = new Promise<Blob | null>((resolve) => {
    recorder.onstop = () => {
      clearInterval(timer)
      meter.close()
      for (const track of stream.getTracks()) track.stop()
      resolve(cancelled ? null : new Blob(parts, { type: recorder.mimeType }))
    }
  })
  recorder.start(1000)
  onProgress(0, 0)
  return {
    ended,
    stop,
    cancel: () => {
      cancelled = true
      stop()
    },
  }
}

/** Measures the current volume, from 0 to 1. */
function openMeter(stream: MediaStream) {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  const waves = new Float32Array(analyser.fftSize)
  context.createMediaStreamSource(stream).connect(analyser)
  return {
    level: () => {
      analyser.getFloatTimeDomainData(waves)
      const power = waves.reduce((sum, value) => sum + value * value, 0) / waves.length
      return Math.min(1, Math.sqrt(power) * 3)
    },
    close: () => void context.close(),
  }
}

function faultOf(error: unknown): RecorderFault {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotSupportedError') return 'unsupported'
  if (name === 'NotAllowedError') return 'denied'
  return name === 'NotFoundError' ? 'noMicrophone' : 'failed'
}
