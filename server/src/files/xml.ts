import { SaxesParser } from 'saxes'

interface Reader {
  opened?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  closed?(name: string): void
}

/** Upper limit of errors; a text with more of them is no XML. */
const mostErrors = 100

/**
 * Reads XML of strangers piece by piece and tolerates a few errors, so that a truncated text can be read. Entities that
 * a document defines are neither expanded nor loaded.
 */
export function readXml(xml: string, { opened, text, closed }: Reader): void {
  const parser = new SaxesParser()
  let errors = 0
  parser.on('error', (error) => {
    errors += 1
    if (errors > mostErrors) throw error
  })
  if (opened) parser.on('opentag', ({ name, attributes }) => opened(name, attributes))
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  if (closed) parser.on('closetag', ({ name }) => closed(name))
  try {
    parser.write(xml).close()
  } catch (error) {
    if (errors <= mostErrors) throw error
  }
}
