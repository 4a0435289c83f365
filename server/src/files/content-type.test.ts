import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { contentTypeOf } from './content-type.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'glut-types-'))
afterAll(() => rm(folder, { recursive: true }))

async function typeOf(content: string | Buffer, name = 'file') {
  const place = path.join(folder, 'content')
  await writeFile(place, typeof content === 'string' ? Buffer.from(content, 'latin1') : content)
  return contentTypeOf(place, name)
}

const ole = (name: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(name, 'utf16le')])
const mail =
  'Return-Path: <a@b.ch>\r\nFrom: A <a@b.ch>\r\nTo: c@d.ch\r\nSubject: Offerte\r\n folded\r\n\r\n<html><p>Guten Tag'
const zip = (...names: string[]) => `PK\x03\x04${'\0'.repeat(26)}${names.join('\0')}`
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="x">${inside}</svg>`

describe('the type of a file follows from its content', () => {
  test.each([
    ['application/pdf', 'PDF', '%PDF-1.4\n'],
    ['image/png', 'IMAGE', '\x89PNG\r\n\x1a\n'],
    ['image/jpeg', 'IMAGE', '\xff\xd8\xff\xe0'],
    ['image/gif', 'IMAGE', 'GIF89a'],
    ['image/webp', 'IMAGE', 'RIFF\x10\0\0\0WEBP'],
    ['image/heic', 'IMAGE', '\0\0\0\x18ftypheic'],
    ['image/svg+xml', 'IMAGE', svg('<path d="M0 0"/>')],
    ['image/svg+xml', 'IMAGE', svg('<use href="#a"/><rect style="fill:url(&quot;#b&quot;)" filter="url(#c)"/>')],
    ['image/svg+xml', 'IMAGE', svg('<image href="data:image/png;base64,AAAA"/><use xlink:href=""/>')],
    ['image/svg+xml', 'IMAGE', svg(`<image href="data:image/png;base64,${'QUJD&#10;'.repeat(100_000)}"/>`)],
    ['image/svg+xml', 'IMAGE', svg('<path d="M0 0"/>\n\t'.repeat(200_000))],
    ['image/svg+xml', 'IMAGE', svg('<a href="https://x.example/"><text>x</text></a>')],
    ['image/svg+xml', 'IMAGE', `<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "x" "y">\n${svg('')}`],
    [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'WORD',
      zip('[Content_Types].xml', 'word/document.xml'),
    ],
    [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      null,
      zip('[Content_Types].xml', 'xl/workbook.xml'),
    ],
    [
      'application/vnd.oasis.opendocument.text',
      'WORD',
      `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.textPK`,
    ],
    ['application/msword', 'WORD', ole('WordDocument')],
    ['application/vnd.ms-excel', null, ole('Workbook')],
    ['application/vnd.ms-outlook', 'EMAIL', ole('__properties_version1.0')],
    ['application/zip', null, zip('fotos/1.jpg')],
    ['message/rfc822', 'EMAIL', mail],
    ['audio/mpeg', null, 'ID3\x04'],
    ['audio/mpeg', null, '\xff\xf3\x40\xc0'],
    ['text/plain', null, 'Guten Tag\n'],
    ['text/plain', null, 'From: here it goes on\nwithout being a mail'],
    ['text/calendar', null, 'BEGIN:VCALENDAR\r\n'],
    ['application/octet-stream', null, 'AC1032\0\0\0\x01'],
  ] as const)('%s (%s)', async (mimeType, kind, content) => {
    expect(await typeOf(content, 'invoice.exe.pdf')).toEqual({ mimeType, kind, refused: false })
  })

  test('a CSV is recognised by its name', async () => {
    expect((await typeOf('a;b\n1;2', 'liste.CSV')).mimeType).toBe('text/csv')
  })
})

describe('refuses', () => {
  test.each([
    ['a Windows program', 'MZ\x90\0'],
    ['a Linux program', '\x7fELF\x02'],
    ['a Mac program', '\xcf\xfa\xed\xfe'],
    ['a Java archive', zip('META-INF/MANIFEST.MF')],
    ['an Office file with macros', zip('[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin')],
    ['an installer', Buffer.concat([ole('x'), Buffer.from('84100c0000000000c000000000000046', 'hex')])],
    ['a shortcut', 'L\0\0\0\x01\x14\x02\0\0\0\0\0\xc0'],
    ['a script', '#!/bin/sh\nrm -rf /'],
    ['a PHP script', '<?php phpinfo();'],
    ['a page', '<!doctype HTML><title>x'],
    ['a page behind comments', '\xef\xbb\xbf  <!-- a -->\n<!-- b --> <HTML>'],
    ['a page in UTF-16', Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from('<html><script>', 'utf16le')])],
    ['XHTML', '<?xml version="1.0"?><x:html xmlns:x="http://www.w3.org/1999/xhtml">'],
    ['an SVG with script', svg('<script>alert(1)</script>')],
    ['an SVG with a prefixed script', '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>x</s:script></s:svg>'],
    ['an SVG with a handler', svg('<rect onload = "alert(1)"/>')],
    ['an SVG with a handler after a slash', svg('<rect/onclick="alert(1)"/>')],
    ['an SVG with a script address', svg('<a xlink:href="java&#x73;cript:alert(1)">x</a>')],
    ['an SVG with a broken script address', svg('<a xlink:href="java\nscript:alert(1)">x</a>')],
    ['an SVG with foreign content', svg('<foreignObject><p>x</p></foreignObject>')],
    ['an SVG that animates an address', svg('<animate attributeName="href" to="x"/>')],
    ['an SVG with entities', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('&x;')}`],
    [
      'an SVG with script in UTF-16',
      Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(svg('<script/>'), 'utf16le')]),
    ],
    ['an SVG with script far behind', svg(`${' '.repeat(100_000)}<script/>`)],
    ['an SVG with a picture from elsewhere', svg('<image xlink:href="https://x.example/a.png"/>')],
    ['an SVG with a picture from here', svg('<image href="/api/image-gallery/a.png"/>')],
    ['an SVG with a shape from elsewhere', svg('<use href="//x.example/a.svg#b"/>')],
    ['an SVG with a style sheet from elsewhere', svg('<style>@import "https://x.example/a.css";</style>')],
    ['an SVG with a fill from elsewhere', svg('<rect style="fill:url( &quot;https://x.example/a&quot;)"/>')],
    ['an SVG with a hidden fill from elsewhere', svg('<style>rect{fill:u\\72l(https://x.example/a)}</style>')],
    ['an SVG with script behind many elements', svg(`${'<g/>'.repeat(200_000)}<script/>`)],
    ['an SVG of more escapes than can be looked behind', svg('&#65;'.repeat(200_001))],
    ['an SVG of more blanks than can be looked behind', svg('a\n'.repeat(500_001))],
    ['an SVG too long to be judged', svg(' '.repeat(9 * 1024 * 1024))],
  ])('%s', async (_, content) => {
    expect(await typeOf(content, 'harmless.txt')).toMatchObject({ refused: true })
  })

  test.each(['a.exe', 'a.PS1', 'a.bat', 'a.cmd .', 'a.html', 'a.svgz', 'a.docm', 'a.js', 'a.lnk'])(
    '%s',
    async (name) => {
      expect(await typeOf('plain words', name)).toMatchObject({ refused: true })
    },
  )

  test('hostile files are judged without much processor time', async () => {
    const hostile = [
      '<!-- -->'.repeat(8000),
      `<!doctype svg ${'[a]'.repeat(20_000)}`,
      svg('<set '.repeat(1_600_000)),
      `<${'a'.repeat(60_000)}`,
      'x-a:\n'.repeat(12_000),
    ]
    // processor time, which does not depend on what else the machine does
    const before = process.threadCpuUsage()
    for (const content of hostile) await typeOf(content)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(5000)
  })
})
