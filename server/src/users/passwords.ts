import { hash, verify } from '@node-rs/argon2'
import { limits } from '#contract/limits'
import { fail } from '../http/problem.ts'

/** Parameters of argon2id that OWASP recommends for interactive sign-in. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Returns the hash of a password. Errors: PASSWORD_TOO_SHORT, PASSWORD_BLANK. */
export async function hashPassword(password: string): Promise<string> {
  if ([...password].length < limits.password.min) fail('PASSWORD_TOO_SHORT')
  if (!/[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(password)) fail('PASSWORD_BLANK')
  return hash(password.normalize('NFC'), settings)
}

let nobodys: Promise<string> | undefined

/** Compares a password with a hash. Without a hash it takes as long, so that the time does not reveal who exists. */
export async function passwordMatches(password: string, kept: string | null): Promise<boolean> {
  nobodys ??= hash('nobody has this password', settings)
  const matches = await verify(kept ?? (await nobodys), password.normalize('NFC'))
  return kept !== null && matches
}
