import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { watchUse } from './watch-use.ts'

/** Upper limit of processor time in milliseconds for one request. */
const mostMs = 10_000
/** Memory that a reader may use beside its heap: for the program, the content, and what is unpacked. */
const megabytesBeside = 512
const atOnce = 2
/** An idle reader ends after this time, and one that has answered ends if it holds more memory than this. */
const restMs = 30_000
const megabytesAtRest = 300
/** Upper limit of processor time for a reader in all: it ends even if its parent was killed meanwhile. */
const lifetimeSeconds = 3600

export type Failure = { readonly failed: 'TOO_LARGE' | 'UNREADABLE' }

interface Reader {
  readonly process: ChildProcess
  timer?: NodeJS.Timeout
}

interface Answered<Answer> {
  readonly read: Answer
  /** Memory that the reader holds after its answer. */
  readonly megabytes: number
}

/**
 * Starts processes that run the program `file` and answer requests, see `answerParent`. A process that takes too long
 * or too much memory is killed without harm to others; a thread could take its process along. Starting one takes a
 * third of a second of processor time, so an idle one is kept for further requests.
 */
export function startReaders<Data, Answer>(file: URL, { heapMegabytes }: { heapMegabytes: number }) {
  const limited = pLimit(atOnce)
  const resting: Reader[] = []

  function start(): Reader {
    const limits = `ulimit -c 0; ulimit -t ${lifetimeSeconds}; exec "$@"`
    const program = [process.execPath, `--max-old-space-size=${heapMegabytes}`, fileURLToPath(file)]
    // No other variables of the environment, because some hold secrets.
    const { PATH, TZ, NODE_COMPILE_CACHE } = process.env
    const [command = '', ...args] = process.platform === 'win32' ? program : ['/bin/sh', '-c', limits, 'sh', ...program]
    const child = spawn(command, args, {
      env: { PATH, ...(TZ && { TZ }), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // The listener in `ask` handles the failure; without any listener an error would end this process.
    child.on('error', () => {})
    return { process: child }
  }

  function takeRested(): Reader | undefined {
    const rested = resting.pop()
    clearTimeout(rested?.timer)
    rested?.process.ref()
    rested?.process.channel?.ref()
    return rested
  }

  function rest(reader: Reader): void {
    const end = () => {
      const at = resting.indexOf(reader)
      if (at >= 0) resting.splice(at, 1)
      reader.process.kill('SIGKILL')
    }
    // An idle reader does not keep this process alive.
    reader.process.unref()
    reader.process.channel?.unref()
    reader.timer = setTimeout(end, restMs).unref()
    resting.push(reader)
  }

  async function ask(reader: Reader, data: Data): Promise<Answer | Failure> {
    const { process: child } = reader
    const answer = await new Promise<Answered<Answer> | Failure>((resolve) => {
      const broken = () => end({ failed: 'UNREADABLE' })
      const answered = (one: Answered<Answer>) => end(one)
      const most = { processorMs: mostMs, megabytes: heapMegabytes + megabytesBeside }
      const endWatch = watchUse(child.pid ?? 0, most, () => end({ failed: 'TOO_LARGE' }))
      const end = (one: Answered<Answer> | Failure) => {
        endWatch()
        child.off('message', answered).off('error', broken).off('exit', broken)
        resolve(one)
      }
      child.on('message', answered).on('error', broken).on('exit', broken)
      child.send(data as object, (error) => error && broken())
    })
    if ('failed' in answer || answer.megabytes > megabytesAtRest) child.kill('SIGKILL')
    else rest(reader)
    return 'failed' in answer ? answer : answer.read
  }

  return (data: () => Promise<Data>): Promise<Answer | Failure> =>
    limited(async () => {
      const sent = await data()
      const rested = takeRested()
      const answer = await ask(rested ?? start(), sent)
      // What the reader has read before may be the cause.
      return rested && isUnreadable(answer) ? ask(start(), sent) : answer
    })
}

const isUnreadable = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'failed' in answer && answer.failed === 'UNREADABLE'

/** Answers each request of the parent, in a reader process. An error of `read` ends the process. */
export function answerParent<Data, Answer>(read: (data: Data) => Promise<Answer>): void {
  // When memory runs out, the system should kill this process first.
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {}
  // Ctrl-C stops all processes of the product at once; the parent ends this one when no answer is pending.
  process.on('SIGINT', () => {}).on('SIGTERM', () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', async (data: Data) => {
    const answer: Answered<Answer> = { read: await read(data), megabytes: process.memoryUsage.rss() / 2 ** 20 }
    process.send?.(answer)
  })
}
