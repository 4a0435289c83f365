import { Client } from '@stomp/stompjs'
import { expect, test, vi } from 'vitest'
import { channel } from '#contract/live'
import { openChannel } from './channel.ts'

/** Opens a channel for a page read at this time; each `connect` simulates an established connection. */
function open(readsSince: number) {
  let client: Client | undefined
  vi.spyOn(Client.prototype, 'activate').mockImplementation(function (this: Client) {
    client = this
  })
  vi.spyOn(Client.prototype, 'subscribe').mockReturnValue({ id: '', unsubscribe() {} })
  vi.spyOn(Client.prototype, 'publish').mockReturnValue()
  const missed = vi.fn()
  const close = openChannel('anna', readsSince, { changed() {}, missed, failed() {} })
  return { missed, connect: () => client?.onConnect({} as never), close }
}

test('everything is requested again when the channel connects long after the page was read, or reconnects', () => {
  const soon = open(Date.now())
  soon.connect()
  expect(soon.missed).not.toHaveBeenCalled()
  soon.connect()
  expect(soon.missed).toHaveBeenCalledTimes(1)
  soon.close()

  const late = open(Date.now() - channel.recentMs)
  late.connect()
  expect(late.missed).toHaveBeenCalledTimes(1)
  late.close()
})
