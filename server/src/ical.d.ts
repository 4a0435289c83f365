/** The used part of ical.js, whose package keeps its types where the compiler does not find them. */
declare module 'ical.js' {
  export class Time {
    static fromJSDate(date: Date, useUTC: boolean): Time
    static fromDateString(day: string): Time
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
    constructor(name: string)
    readonly name: string
    getParameter(name: string): string | string[] | undefined
    getFirstValue(): unknown
    setValue(value: string): void
    setParameter(name: string, value: string): void
  }
  export class Component {
    toString(): string
    constructor(name: string)
    updatePropertyWithValue(name: string, value: string | number | Time): Property
    addProperty(property: Property): Property
    addSubcomponent(component: Component): Component
  }
  export class Timezone {
    static readonly utcTimezone: Timezone
    readonly tzid: string
  }
  const library: {
    foldLength: number
    Component: typeof Component
    Time: typeof Time
    Duration: typeof Duration
    Property: typeof Property
    Timezone: typeof Timezone
  }
  export default library
}
