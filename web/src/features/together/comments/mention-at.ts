import { fold } from '../../../ui/text/find.ts'

/** Returns the position of `@` and the text typed after it; null if no mention is being typed. */
export function mentionAt(text: string, cursor: number): { start: number; typed: string } | null {
  const [, typed] = /(?<![\p{L}\p{N}])@([^@\n]{0,40})$/u.exec(text.slice(0, cursor)) ?? []
  return typed === undefined ? null : { start: cursor - typed.length - 1, typed }
}

/** Returns up to six names with a word that starts with the typed text. */
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
