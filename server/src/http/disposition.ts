import { create } from 'content-disposition'

/** Returns the Content-Disposition header (RFC 6266), with an ASCII name for old clients. */
export function disposition(how: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName.normalize('NFKD').replace(/[^\w .()-]/g, '_')
  return create(fileName.toWellFormed(), { type: how, fallback: plain })
}
