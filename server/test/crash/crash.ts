// npm run test:crash -- [--seed N] [--kills N] [--mails N] [--sends N]: kills the product with SIGKILL while it reads
// mail from a real Dovecot and sends to a real SMTP server, then checks that everything is there exactly once.
import { parseArgs } from 'node:util'
import { crash } from './run.ts'

const usual = { seed: String(Date.now() % 1_000_000), kills: '50', mails: '500', sends: '100' }
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: usual.seed },
    kills: { type: 'string', default: usual.kills },
    mails: { type: 'string', default: usual.mails },
    sends: { type: 'string', default: usual.sends },
  },
})
const [seed = 0, kills = 0, mails = 0, sends = 0] = [values.seed, values.kills, values.mails, values.sends].map(Number)
console.log(`seed ${seed}: ${kills} kills while ${mails} mails come in and ${sends} messages go out`)
const { count, unclear, failures } = await crash({ seed, kills, mails, sends, hurried: false }, console.log)
for (const failure of failures) console.log(failure)
console.log(`${unclear} messages are unclear: the connection broke off after the content`)
const failed = new Set(failures.map((failure) => failure.split(':')[0])).size
console.log(`${count - Math.min(count, failed)} passed, ${failed} failed`)
process.exit(failed === 0 && count > 0 ? 0 : 1)
