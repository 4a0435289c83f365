import { create } from 'content-disposition'

/** Whether a browser shows or saves an answer, and under which name (RFC 6266); a plain one is for old clients. */
export function disposition(how: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName.normalize('NFKD').replace(/[^\w .()-]/g, '_')
  return create(fileName.toWellFormed(), { type: how, fallback: plain })
}
