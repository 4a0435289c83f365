import { performance } from 'node:perf_hooks'
import { syncOnce } from '../src/mailboxes/sync-mailbox.ts'
import { startDovecot } from '../test/dovecot.ts'
import { connectMailbox, mail, mailboxAt } from '../test/mail.ts'
import { scratchHouse } from '../test/scratch-house.ts'
import { figure } from './harness.ts'

const warmUp = 100
const count = 3000

const dovecot = await startDovecot()
const { house, remove } = await scratchHouse()
const address = dovecot.account('bench')
const id = await connectMailbox(house, mailboxAt(dovecot.imap, address))

const text = 'Wir interessieren uns für die Feuerschale und bitten um eine Offerte mit Lieferfrist. '
const picture = Buffer.alloc(20_000, 'Glut').toString('base64').replace(/.{76}/g, '$&\r\n')

/** A message as they come: HTML beside text, and every tenth one with a picture. */
function message(at: number): string {
  const fields = {
    From: `Kunde ${at % 500} <kunde${at % 500}@example.org>`,
    Subject: `Anfrage ${at}`,
    'Message-ID': `<bench-${at}@example.org>`,
    ...(at % 4 === 0 ? {} : { 'In-Reply-To': `<bench-${at - (at % 4)}@example.org>` }),
    'MIME-Version': '1.0',
    'Content-Type': 'multipart/mixed; boundary=x',
  }
  const parts = [
    `Content-Type: multipart/alternative; boundary=y\r\n\r\n--y\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text.repeat(10)}\r\n--y\r\n` +
      `Content-Type: text/html; charset=utf-8\r\n\r\n<html><body>${`<p style="color:#333">${text}</p>`.repeat(10)}</body></html>\r\n--y--`,
    ...(at % 10 === 0
      ? [
          `Content-Type: image/png; name=bild.png\r\nContent-Disposition: attachment; filename=bild.png\r\nContent-Transfer-Encoding: base64\r\n\r\n${picture}`,
        ]
      : []),
  ]
  return mail(fields, `${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--`)
}

const deliver = (from: number, to: number) =>
  dovecot.deliver(address, ...Array.from({ length: to - from }, (_, at) => message(from + at)))

await deliver(0, warmUp)
await syncOnce(house, id)
await deliver(warmUp, warmUp + count)
const before = process.memoryUsage().rss
let most = before
const watching = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss)
}, 100)
const began = performance.now()
const filed = await syncOnce(house, id)
const seconds = (performance.now() - began) / 1000
clearInterval(watching)
if (filed !== count) throw new Error(`${filed} of ${count} messages came in`)
figure('mail: taken in from Dovecot', count / seconds, { unit: 'mails/s', atLeast: 100 })
figure('mail: memory that it takes beside', (most - before) / 1024 ** 2, { unit: 'MB', atMost: 300 })

await dovecot.remove()
await remove()
