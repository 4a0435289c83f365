/** Whether a browser shows or saves an answer, and under which name: the plain one for old clients, the real one as RFC 6266 has it. */
export function disposition(how: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName.normalize('NFKD').replace(/[^\w .()-]/g, '_')
  const real = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `${how}; filename="${plain}"; filename*=UTF-8''${real}`
}
