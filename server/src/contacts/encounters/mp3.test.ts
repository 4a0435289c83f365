import { describe, expect, test } from 'vitest'
import { mp3 } from '../../../test/mp3.ts'
import { mp3Seconds } from './mp3.ts'

/** Returns an ID3v2 tag of this length in bytes. */
const tag = (length: number) =>
  Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, length >> 7, length & 127]), Buffer.alloc(length, 0xff)])

/** Returns frames of other kinds than the recorder of the product makes. */
function frames(header: [number, number, number, number], bytes: number, count: number): Buffer {
  const frame = Buffer.alloc(bytes)
  frame.set(header)
  return Buffer.concat(Array.from({ length: count }, () => frame))
}

describe('the length of an MP3', () => {
  test.each([
    ['a second', mp3(1), 1],
    ['two minutes', mp3(120), 120],
    ['three hours', mp3(3 * 3600), 3 * 3600],
    ['behind a tag', Buffer.concat([tag(300), mp3(2)]), 2],
    ['with an old tag behind it', Buffer.concat([mp3(2), Buffer.from('TAG'.padEnd(128, ' '))]), 2],
    ['with a torn frame in it', Buffer.concat([mp3(1), mp3(1).subarray(0, 70), mp3(1)]), 2],
    ['MPEG 1, 44.1 kHz, 128 kbit/s', frames([0xff, 0xfb, 0x90, 0x44], 417, 100), 2.61],
    ['MPEG 2.5, 8 kHz, 8 kbit/s', frames([0xff, 0xe3, 0x18, 0xc4], 72, 100), 7.2],
  ])('%s', (_, content, seconds) => {
    expect(Math.abs((mp3Seconds(content) ?? -1) - seconds)).toBeLessThan(0.05)
  })

  test('ends before a long stretch of other bytes', () => {
    const padded = (bytes: number) => Buffer.concat([mp3(120), Buffer.alloc(bytes, 0x55), mp3(1)])
    expect(mp3Seconds(padded(200_000))).toBeCloseTo(121, 0)
    expect(mp3Seconds(padded(300_000))).toBeCloseTo(120, 0)
    const ones = Buffer.alloc(300_000, Buffer.of(0xff, 0xfb))
    expect(mp3Seconds(Buffer.concat([mp3(120), ones, mp3(1)]))).toBeCloseTo(120, 0)
  })

  test('is zero for a file with only an ID3 tag', () => {
    expect(mp3Seconds(tag(100))).toBe(0)
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('Guten Tag, das ist keine Aufnahme.'.repeat(50))],
    ['one header and other bytes', Buffer.concat([mp3(0.036), Buffer.alloc(20_000, 7)])],
    ['a few frames in something else', Buffer.concat([mp3(0.5), Buffer.from('x'.repeat(50_000))])],
    ['ones', Buffer.alloc(50_000, 0xff)],
  ])('is unknown for %s', (_, content) => {
    expect(mp3Seconds(content)).toBeNull()
  })
})
