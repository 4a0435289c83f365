/** Number of bytes of a body that are examined. */
const mostLooked = 64_000

/** Returns the boundary in a body whose header has a wrong one or none: a line before the headers of a part. */
export function boundaryIn(body: Uint8Array): string | null {
  const text = Buffer.from(body.subarray(0, mostLooked)).toString('latin1')
  return /(?:^|\n)--([^\s"\\][^\n"\\]{0,200}?)[ \t]*\r?\n(?=content-[a-z-]{1,40}[ \t]*:)/i.exec(text)?.[1] ?? null
}

const looked = 2000

/** Returns the character set that an HTML page declares itself. */
export function charsetOfPage(page: Uint8Array): string | undefined {
  const head = Buffer.from(page.subarray(0, looked)).toString('latin1')
  return /<meta\b[^<>]{0,200}?\bcharset\s*=\s*["']?([\w:.-]{1,40})/i.exec(head)?.[1]
}
