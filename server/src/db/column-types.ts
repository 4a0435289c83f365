import type { ColumnType } from 'kysely'

type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** Written as text (`JSON.stringify`), because the driver would turn an array into a PostgreSQL array. */
export type Json = ColumnType<JsonValue, string, string>

/** A column with a default. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
