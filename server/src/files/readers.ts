import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { watchUse } from './watch-use.ts'

/** Of processor time, for what is read at once. */
const mostMs = 10_000
/** Beside the heap: the program itself, the content, and what is unpacked. */
const megabytesBeside = 512
const atOnce = 2
/** A reader ends after it had nothing to read for so long, or when it has answered and still holds so much. */
const restMs = 30_000
const megabytesAtRest = 300
/** Of processor time in all: one whose parent was killed while it read does not go on for ever. */
const lifetimeSeconds = 3600

export type Failure = { readonly failed: 'TOO_LARGE' | 'UNREADABLE' }

interface Reader {
  readonly process: ChildProcess
  timer?: NodeJS.Timeout
}

interface Answered<Answer> {
  readonly read: Answer
  /** What the reader holds then. */
  readonly megabytes: number
}

/**
 * Processes in which the program `file` answers what it is sent, see `answerParent`. One that takes too long or too much is
 * killed, alone: a thread that runs out of memory can take its process along. To begin one takes a third of a second of
 * processor time, so one that has answered rests until there is more.
 */
export function startReaders<Data, Answer>(file: URL, { heapMegabytes }: { heapMegabytes: number }) {
  const limited = pLimit(atOnce)
  const resting: Reader[] = []

  function start(): Reader {
    const limits = `ulimit -c 0; ulimit -t ${lifetimeSeconds}; exec "$@"`
    const program = [process.execPath, `--max-old-space-size=${heapMegabytes}`, fileURLToPath(file)]
    // Nothing of what the product knows, such as its keys.
    const { PATH, TZ, NODE_COMPILE_CACHE } = process.env
    const [command = '', ...args] = process.platform === 'win32' ? program : ['/bin/sh', '-c', limits, 'sh', ...program]
    const child = spawn(command, args, {
      env: { PATH, ...(TZ && { TZ }), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // Its end reaches whoever waits for an answer; without a listener an error would end this process.
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
    // It does not keep this process alive.
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
      // What the reader has read before may be to blame.
      return rested && isUnreadable(answer) ? ask(start(), sent) : answer
    })
}

const isUnreadable = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'failed' in answer && answer.failed === 'UNREADABLE'

/** In such a process: answers each thing that is sent. What `read` throws ends it. */
export function answerParent<Data, Answer>(read: (data: Data) => Promise<Answer>): void {
  // Where memory runs out the system ends this one first.
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {}
  // Who stops the product by a key stops all of its processes; it ends this one when nothing waits for an answer.
  process.on('SIGINT', () => {}).on('SIGTERM', () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', async (data: Data) => {
    const answer: Answered<Answer> = { read: await read(data), megabytes: process.memoryUsage.rss() / 2 ** 20 }
    process.send?.(answer)
  })
}
