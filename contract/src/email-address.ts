import { z } from 'zod'

const sign = String.raw`[^\s"(),.:;<>@[\]\\\p{Cc}\p{Cf}]`
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
const last = String.raw`\p{L}[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]`

/** One that mail can be sent to; names of domains may hold umlauts, as those of Switzerland do. */
export const ValidEmailAddress = z
  .email({ pattern: new RegExp(String.raw`^(?=[^@]{1,64}@)${sign}+(?:\.${sign}+)*@(?:${label}\.)+${last}$`, 'u') })
  .max(255)
