const quoteBegins = /^(>|-{4,}\s*(original|urspr|weitergeleitet|forwarded|message [dt]|messaggio)|_{10,}$)/i
/** «Am 02.11.2026 um 10:00 schrieb Anna:» */
const wroteThen = /^(am|on|le|il giorno)\s.{6,200}(schrieb|folgendes geschrieben|wrote|a écrit|ha scritto)\b.{0,80}:?$/i
/** «Anna <a@example.org> schrieb am 02.11.2026:», «2026-11-02 10:00 Anna <a@example.org>:» */
const thenWrote =
  /^(.{0,120}<[^<>@\s]+@[^<>@\s]+> (schrieb am|wrote on|a écrit le) .{6,60}|\d{4}-\d\d-\d\d \d\d:\d\d.{0,80}<[^<>@\s]+@[^<>@\s]+>):$/i
/** The second line of such an introduction, if the mail program wrapped it. */
const brokenBefore = /^(schrieb|folgendes geschrieben|wrote|(a )?écrit|(ha )?scritto)\b.{0,80}:$/i
const headBegins = /^(von|from|de|da)\s?:\s.+/i
const headGoesOn = /^(gesendet|sent|envoyé|inviato|datum|date|data|an|to|à|a|betreff|subject|objet|oggetto)\s?:/i
const headBeginsWithTime = /^(gesendet|sent|envoyé|inviato)\s?:\s.+/i

/** Maximum number of characters examined; nobody writes more by hand. */
const mostCharacters = 50_000

/** Returns the lines written by the sender, without quoted and forwarded text. */
export function ownLines(text: string): string[] {
  const lines = text
    .slice(0, mostCharacters)
    .split(/\r?\n/)
    .map((line) => line.replace(/[\s\u00a0]+/g, ' ').trim())
  const end = lines.findIndex((line, at) => quoteBegins.test(line) || isIntroduction(lines, at) || isHead(lines, at))
  return end < 0 ? lines : lines.slice(0, end)
}

/** Tests for the introduction of a quote, on one or two lines. */
function isIntroduction(lines: readonly string[], at: number): boolean {
  const [line = '', next = ''] = lines.slice(at, at + 2)
  if (wroteThen.test(line) || thenWrote.test(line)) return true
  return brokenBefore.test(next) && /\d/.test(line) && wroteThen.test(`${line} ${next}`)
}

/** Tests for the header of a forwarded message, as Outlook writes it. */
function isHead(lines: readonly string[], at: number): boolean {
  const line = bare(lines[at])
  if (!headBegins.test(line) && !headBeginsWithTime.test(line)) return false
  const next = bare(lines.slice(at + 1, at + 3).find(Boolean))
  return headBegins.test(line) ? headGoesOn.test(next) : headBegins.test(next)
}

/** Removes the asterisks with which plain text marks bold field names. */
const bare = (line = '') => line.replace(/^\*([^*]{1,20}:)\s?\*/, '$1')
