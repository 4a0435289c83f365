import { mail } from '../test/mail.ts'

const text = 'Wir interessieren uns für die Feuerschale und bitten um eine Offerte mit Lieferfrist. '
const picture = Buffer.alloc(20_000, 'Glut').toString('base64').replace(/.{76}/g, '$&\r\n')

/** A message as they come: HTML beside text, every fourth begins a thread, and every tenth has a picture. */
export function messageAt(at: number, name: string): string {
  const fields = {
    From: `Kunde ${at % 500} <kunde${at % 500}@example.org>`,
    Subject: `Anfrage ${at}`,
    'Message-ID': `<${name}-${at}@example.org>`,
    ...(at % 4 === 0 ? {} : { 'In-Reply-To': `<${name}-${at - (at % 4)}@example.org>` }),
    'MIME-Version': '1.0',
    'Content-Type': 'multipart/mixed; boundary=x',
  }
  const both = [
    'Content-Type: multipart/alternative; boundary=y\r\n',
    `--y\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text.repeat(10)}`,
    `--y\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html><body>${`<p style="color:#333">${text}</p>`.repeat(10)}</body></html>`,
    '--y--',
  ]
  const image = [
    'Content-Type: image/png; name=bild.png',
    'Content-Disposition: attachment; filename=bild.png',
    `Content-Transfer-Encoding: base64\r\n\r\n${picture}`,
  ]
  const parts = at % 10 === 0 ? [both, image] : [both]
  return mail(fields, `${parts.map((lines) => `--x\r\n${lines.join('\r\n')}\r\n`).join('')}--x--`)
}
