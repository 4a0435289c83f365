import { fold } from '../../../ui/text/find.ts'

/** The `@` before the cursor with what has been typed of a name behind it; null when no name is being typed. */
export function mentionAt(text: string, cursor: number): { start: number; typed: string } | null {
  const [, typed] = /(?<![\p{L}\p{N}])@([^@\n]{0,40})$/u.exec(text.slice(0, cursor)) ?? []
  return typed === undefined ? null : { start: cursor - typed.length - 1, typed }
}

/** Those whose name begins with what was typed, or has a word that does; none once the name is complete and left behind. */
export function namesFor(typed: string, names: readonly string[]): string[] {
  const sought = fold(typed)
  return names
    .filter(
      (name) =>
        fold(name).startsWith(sought) ||
        fold(name)
          .split(/[\s._-]+/)
          .some((word) => word.startsWith(sought)),
    )
    .slice(0, 6)
}
