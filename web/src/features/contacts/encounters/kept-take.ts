import { useState } from 'react'
import { useKeptText } from '../../../ui/forms/kept-input.ts'
import type { Take } from './encode-mp3.ts'
import { keptTakeName } from './kept-names.ts'

interface Written {
  mp3: string
  seconds: number
  silent: boolean
}

/** Holds an unsaved recording beyond the end of the session; `keep` stores one. */
export function useKeptTake() {
  const [text, setText] = useKeptText(keptTakeName, '')
  const [kept] = useState(() => (text === '' ? undefined : takeOf(text)))
  const keep = async (take: Take | null) => setText(take ? await textOf(take) : '')
  return { kept, keep }
}

export async function textOf({ file, seconds, silent }: Take): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const mp3 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return JSON.stringify({ mp3, seconds, silent } satisfies Written)
}

export function takeOf(text: string): Take {
  const { mp3, seconds, silent } = JSON.parse(text) as Written
  const bytes = Uint8Array.from(atob(mp3), (letter) => letter.charCodeAt(0))
  return { file: new Blob([bytes], { type: 'audio/mpeg' }), seconds, silent }
}
