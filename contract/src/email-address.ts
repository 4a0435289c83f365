import { z } from 'zod'

const sign = String.raw`[^\s"(),.:;<>@[\]\\\p{Cc}\p{Cf}]`
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
const last = String.raw`\p{L}[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]`

/** What a copy brings along at the ends and nobody sees. */
const unseen = String.raw`[\s\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]`
const ends = new RegExp(`^${unseen}+|(?<!${unseen})${unseen}+$`, 'gu')

/** One that mail can be sent to; names of domains may hold umlauts, as those of Switzerland do. */
export const ValidEmailAddress = z
  .string()
  .overwrite((text) => text.replace(ends, ''))
  .max(255)
  .check(
    z.email({ pattern: new RegExp(String.raw`^(?=[^@]{1,64}@)${sign}+(?:\.${sign}+)*@(?:${label}\.)+${last}$`, 'u') }),
  )
