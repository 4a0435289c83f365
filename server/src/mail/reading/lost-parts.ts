/** How far a body is looked at. */
const mostLooked = 64_000

/** The line that parts a body whose head names another one or none: below it a part begins. Null where there is none. */
export function boundaryIn(body: Uint8Array): string | null {
  const text = Buffer.from(body.subarray(0, mostLooked)).toString('latin1')
  return /(?:^|\n)--([^\s"\\][^\n"\\]{0,200}?)[ \t]*\r?\n(?=content-[a-z-]{1,40}[ \t]*:)/i.exec(text)?.[1] ?? null
}

const looked = 2000

/** The set of characters that a page of HTML names itself. */
export function charsetOfPage(page: Uint8Array): string | undefined {
  const head = Buffer.from(page.subarray(0, looked)).toString('latin1')
  return /<meta\b[^<>]{0,200}?\bcharset\s*=\s*["']?([\w:.-]{1,40})/i.exec(head)?.[1]
}
