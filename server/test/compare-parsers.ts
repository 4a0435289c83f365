// Reads messages with Python's parser as well and lists the differences.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseMessage } from '../src/mail/reading/parse.ts'

interface Other {
  readonly error?: string
  readonly subject: string
  readonly from: string
  readonly text: string
  readonly files: readonly { name: string; size: number }[]
}

const kinds = ['unread', 'subject', 'sender', 'text', 'files', 'sizes'] as const
type Kind = (typeof kinds)[number]
interface Difference {
  readonly file: string
  readonly kind: Kind
  readonly ours: string
  readonly theirs: string
}

/** Returns all differences between the two parsers, ignoring white space. */
export async function differences(folder: string, files: readonly string[]): Promise<Difference[]> {
  const others = readByPython(files.map((file) => path.join(folder, file)))
  const found: Difference[] = []
  for (const [at, file] of files.entries()) {
    const other = others[at]
    if (!other) throw new Error('python3 did not read every message')
    if (other.error) found.push({ file, kind: 'unread', ours: '', theirs: other.error })
    else found.push(...(await differencesOf(file, readFileSync(path.join(folder, file)), other)))
  }
  return found
}

function readByPython(paths: readonly string[]): Other[] {
  const script = path.join(import.meta.dirname, 'second-parser.py')
  const { stdout, stderr, status } = spawnSync('python3', [script], {
    input: paths.map((one) => `${one}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  if (status !== 0) throw new Error(`python3 is needed to compare with its parser: ${stderr}`)
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Other)
}

async function differencesOf(file: string, source: Buffer, other: Other): Promise<Difference[]> {
  const mail = await parseMessage(source)
  const ours = mail.attachments.map(({ content }) => content.length)
  const theirs = other.files.map(({ size }) => size)
  const compared: [Kind, string, string][] = [
    ['subject', squeezed(mail.subject), squeezed(other.subject)],
    ['sender', mail.from.address.toLowerCase(), other.from.toLowerCase()],
    // Line breaks may differ: there is no single right way to break text and HTML into lines.
    ['text', mail.text.replace(blank, ''), other.text.replace(blank, '')],
    ['files', String(ours.length), String(theirs.length)],
  ]
  if (ours.length === theirs.length) {
    // Python does not tell the size of an attached message.
    compared.push(['sizes', ours.map((size, at) => (theirs[at] === -1 ? -1 : size)).join(' '), theirs.join(' ')])
  }
  return compared
    .filter(([, mine, foreign]) => mine !== foreign)
    .map(([kind, mine, foreign]) => ({ file, kind, ours: mine, theirs: foreign }))
}

const blank = /[\s\0\u200b\ufeff]+/g
const squeezed = (text: string) => text.replace(blank, ' ').trim()

/** Returns printable lines: each difference from its beginning, then the number of differences per kind. */
export function listOf(all: readonly Difference[]): string[] {
  const lines = all.map(({ file, kind, ours, theirs }) => {
    const at = Math.max(0, [...ours].findIndex((sign, place) => sign !== [...theirs][place]) - 10)
    const cut = (text: string) => JSON.stringify(text.slice(at, at + 70))
    return `${kind.padEnd(8)} ${file}\n    ours   ${cut(ours)} (${ours.length})\n    theirs ${cut(theirs)} (${theirs.length})`
  })
  const counts = kinds.map((kind) => `${kind} ${all.filter((one) => one.kind === kind).length}`)
  return [...lines, `${all.length} differences from the parser of Python: ${counts.join(', ')}`]
}
