const quoteBegins =
  /^(>|-{4,}\s*(original|urspr|weitergeleitet|forwarded|message d)|(am|on|le)\s.{6,200}(schrieb|wrote|a écrit)\b.{0,80}:?\s*$|_{10,}$)/i
const headBegins = /^(von|from|de)\s?:\s.+/i
const headGoesOn = /^(gesendet|sent|envoyé|datum|date|an|to|à|betreff|subject|objet)\s?:/i

/** More than anybody writes by hand. */
const mostCharacters = 50_000

/** The lines that whoever wrote a message wrote themselves: nothing of what it answers or forwards. */
export function ownLines(text: string): string[] {
  const lines = text
    .slice(0, mostCharacters)
    .split(/\r?\n/)
    .map((line) => line.replace(/[\s\u00a0]+/g, ' ').trim())
  const end = lines.findIndex(
    (line, at) => quoteBegins.test(line) || (headBegins.test(line) && headGoesOn.test(lines[at + 1] ?? '')),
  )
  return end < 0 ? lines : lines.slice(0, end)
}
