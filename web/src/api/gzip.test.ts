import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { gzip } from './gzip.ts'

it.each(['', '{}', '{"text":"Müller, 20 €"}', 'x'.repeat(1400)])(
  'a short text is framed as gzip without waiting: %s',
  (text) => {
    const framed = gzip(text)
    expect(framed).toBeInstanceOf(Uint8Array)
    expect(gunzipSync(framed as Uint8Array).toString()).toBe(text)
  },
)

it('a long text is compressed', async () => {
  const text = '{"text":"Feuerschale"},'.repeat(1000)
  const bytes = new Uint8Array(await gzip(text))
  expect(bytes.length).toBeLessThan(text.length / 10)
  expect(gunzipSync(bytes).toString()).toBe(text)
})
