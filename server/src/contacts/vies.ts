import { z } from 'zod'

const Answer = z.object({ valid: z.boolean(), userError: z.string().optional() })

/** Errors of the service that say nothing about the number; an outage must never make a number invalid. */
const disturbed = /UNAVAILABLE|TIMEOUT|MAX_CONCURRENT|BLOCKED|SERVER_BUSY/

/** Asks the VIES REST service (`POST check-vat-number`) whether an EU tax number is valid. */
export async function askVies(
  url: URL,
  uid: string,
  patience = 15_000,
): Promise<'CONFIRMED' | 'DENIED' | 'UNREACHABLE'> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ countryCode: uid.slice(0, 2), vatNumber: uid.slice(2) }),
      signal: AbortSignal.timeout(patience),
    })
    if (!response.ok) return 'UNREACHABLE'
    const answer = Answer.parse(await response.json())
    if (answer.userError && disturbed.test(answer.userError)) return 'UNREACHABLE'
    return answer.valid ? 'CONFIRMED' : 'DENIED'
  } catch {
    return 'UNREACHABLE'
  }
}
