const Native = globalThis.TextDecoder

/**
 * Reads text as it was meant: what says that it is UTF-8 (or says nothing) and is not, is Windows-1252. A damaged byte
 * in a text that is UTF-8 otherwise stays a damaged byte.
 */
class MailTextDecoder extends Native {
  override decode(...[input, options]: Parameters<InstanceType<typeof Native>['decode']>): string {
    if (this.encoding !== 'utf-8' || options?.stream || input === undefined) return super.decode(input, options)
    try {
      return new Native('utf-8', { fatal: true, ignoreBOM: this.ignoreBOM }).decode(input)
    } catch {
      const lenient = super.decode(input)
      const damaged = count(lenient, /\ufffd/g)
      const foreign = count(lenient, /[\u0080-\ufffc]/g)
      return foreign >= damaged ? lenient : new Native('windows-1252').decode(input)
    }
  }
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** For the thread that reads mail, before anything there makes a decoder. */
export function installMailTextDecoder(): void {
  globalThis.TextDecoder = MailTextDecoder
}
