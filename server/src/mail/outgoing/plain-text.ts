import { decodeText, parts } from '../../files/html-text.ts'

const block = /^<\/?(p|div|h\d|li|tr|pre|table|ul|ol)\b/

/** Returns the plain text alternative of clean HTML, with lines, bullets, links and quotes. */
export function textOfHtml(html: string): string {
  const lines: string[] = ['']
  let depth = 0
  let link = ''
  let linked = ''
  let isBlank = true
  const write = (text: string) => {
    lines[lines.length - 1] += text
    linked += link && text
    if (text.trim() !== '') isBlank = false
  }
  const breakLine = () => {
    lines.push('> '.repeat(depth))
    isBlank = true
  }
  const startBlock = () => {
    if (!isBlank) breakLine()
  }
  for (const part of parts(html)) {
    if (!part.startsWith('<')) {
      write(decodeText(part).replace(/\s+/g, ' '))
    } else if (/^<br\b/.test(part)) {
      breakLine()
    } else if (/^<hr\b/.test(part)) {
      startBlock()
      write('----------')
      breakLine()
    } else if (/^<\/?blockquote\b/.test(part)) {
      startBlock()
      depth = Math.max(0, depth + (part.startsWith('</') ? -1 : 1))
      lines[lines.length - 1] = '> '.repeat(depth)
      isBlank = true
    } else if (/^<a\b/.test(part)) {
      link = decodeText(/\shref="([^"]*)"/.exec(part)?.[1] ?? '')
      linked = ''
    } else if (/^<\/a/.test(part)) {
      const target = link.replace(/^(mailto|tel):/, '')
      if (target !== '' && !linked.includes(target)) write(` <${target}>`)
      link = ''
    } else if (block.test(part)) {
      startBlock()
      if (/^<li\b/.test(part)) write('- ')
      if (/^<\/(p|h\d|table|ul|ol|pre)\b/.test(part)) breakLine()
    } else if (/^<\/t[dh]/.test(part)) {
      write('\t')
    }
  }
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
