import { create } from 'content-disposition'

/** Whether a browser shows or saves an answer, and under which name (RFC 6266); old clients read the ASCII one. */
export function disposition(how: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName.normalize('NFKD').replace(/[^\w .()-]/g, '_')
  return create(fileName.toWellFormed(), { type: how, fallback: plain })
}
