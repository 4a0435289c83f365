/** What is used of ical.js: its package names its types where the compiler does not look for them. */
declare module 'ical.js' {
  export class Time {
    readonly year: number
    readonly month: number
    readonly day: number
    readonly hour: number
    readonly minute: number
    readonly second: number
    readonly isDate: boolean
    readonly zone: Timezone | null
  }
  export class Duration {
    toSeconds(): number
  }
  export class Property {
    static fromString(line: string): Property
    readonly name: string
    getParameter(name: string): string | string[] | undefined
    getFirstValue(): unknown
  }
  export class Timezone {
    static readonly utcTimezone: Timezone
    readonly tzid: string
  }
  const library: {
    Time: typeof Time
    Duration: typeof Duration
    Property: typeof Property
    Timezone: typeof Timezone
  }
  export default library
}
