import { expect, it } from 'vitest'
import { takeOf, textOf } from './kept-take.ts'

it('a kept recording is restored byte for byte', async () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 7919) % 256)
  const text = await textOf({ file: new Blob([bytes], { type: 'audio/mpeg' }), seconds: 12.5, silent: true })
  const take = takeOf(text)
  expect(take).toMatchObject({ seconds: 12.5, silent: true })
  expect(take.file.type).toBe('audio/mpeg')
  expect(new Uint8Array(await take.file.arrayBuffer())).toEqual(bytes)
})
