import { z } from 'zod'

const sign = String.raw`[^\s"(),.:;<>@[\]\\\p{Cc}\p{Cf}]`
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
const last = String.raw`\p{L}[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]`

/** Invisible characters that copying text may add at its ends. */
const unseen = String.raw`[\s\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]`
const ends = new RegExp(`^${unseen}+|(?<!${unseen})${unseen}+$`, 'gu')

/** E-mail address that mail can be sent to. Domain names may contain umlauts, as Swiss ones do. */
export const ValidEmailAddress = z
  .string()
  .overwrite((text) => text.replace(ends, ''))
  .max(255)
  .check(
    z.email({ pattern: new RegExp(String.raw`^(?=[^@]{1,64}@)${sign}+(?:\.${sign}+)*@(?:${label}\.)+${last}$`, 'u') }),
  )
