import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('TRUST_PROXY', () => {
  const read = (text?: string) => readConfig(text === undefined ? {} : { TRUST_PROXY: text }, []).trustProxy

  test('can be off, a number of proxies or their addresses', () => {
    expect([read(), read(''), read('false'), read('0')]).toEqual([false, false, false, false])
    expect([read('true'), read('1'), read('3')]).toEqual([1, 1, 3])
    expect(read('10.0.0.1, 192.168.0.0/16,fd00::/8')).toEqual(['10.0.0.1', '192.168.0.0/16', 'fd00::/8'])
  })

  test.each([
    'yes',
    '-1',
    '10',
    '1.5',
    '10.0.0.1/33',
    '10.0.0.1/',
    'proxy.example.ch',
    '10.0.0.1,',
    '::/129',
    '10.0.0.1/0',
  ])('of %j stops the start with a message', (text) =>
    expect(() => read(text)).toThrow(/^TRUST_PROXY must be false, true, a number of proxies/),
  )
})

test('an invalid setting is reported in one sentence', () => {
  expect(() => readConfig({ PORT: 'x' }, [])).toThrow(/^PORT must be a number from 0 to 65535, not "x"\.$/)
})
