import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { smtpServer } from '../../../test/smtp.ts'
import { deliverBySmtp, type Handing } from './smtp.ts'

const smtp = await smtpServer()
afterEach(() => {
  smtp.behaviour = {}
  smtp.received.length = 0
})

const hand = (given: Pick<Handing, 'onContent'> & Partial<Handing>) =>
  deliverBySmtp(
    { server: { host: '127.0.0.1', port: smtp.port, security: 'NONE', user: '' }, password: '' },
    {
      from: 'verkauf@glut.example',
      to: ['kunde@example.test'],
      size: 1000,
      open: () => Promise.resolve(Readable.from(['Subject: Offerte\r\n\r\n', 'Guten Tag\r\n'])),
      ...given,
    },
  )

test('the end of the content is sent only after the state was saved', async () => {
  const order: string[] = []
  smtp.behaviour = {
    content: () => {
      order.push('received')
      return undefined
    },
  }
  const onContent = async () => {
    await sleep(200)
    order.push('written down')
  }
  expect(await hand({ onContent })).toMatchObject({ accepted: ['kunde@example.test'] })
  expect(order).toEqual(['written down', 'received'])
})

test('a message whose state cannot be saved is not completed', async () => {
  const onContent = () => Promise.reject(new Error('somebody else is at work'))
  await expect(hand({ onContent })).rejects.toThrow('somebody else is at work')
  await sleep(100)
  expect(smtp.received).toEqual([])
})

test('a message larger than the limit of the server is not sent', async () => {
  smtp.limit(999)
  const onContent = () => Promise.reject(new Error('not reached'))
  await expect(hand({ onContent })).rejects.toMatchObject({ fault: 'TOO_LARGE', passing: false })
  smtp.limit(0)
})

test('a content that breaks off is not sent and may be sent again', async () => {
  let told = false
  const onContent = async () => {
    told = true
  }
  async function* broken() {
    yield `Subject: Offerte\r\n\r\n${'Guten Tag\r\n'.repeat(100_000)}`
    await sleep(100)
    throw new Error('the disk is gone')
  }
  await expect(hand({ onContent, open: () => Promise.resolve(Readable.from(broken())) })).rejects.toThrow(
    'disk is gone',
  )
  await sleep(100)
  expect([told, smtp.received]).toEqual([false, []])
})
