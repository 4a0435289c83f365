import { performance } from 'node:perf_hooks'

/** A measured figure. With IPC, as scripts/bench.mjs starts it, it is sent there for the table and the exit code. */
export interface Figure {
  name: string
  /** What was measured, in words: `p95 3.1 ms, bare 1.8 ms`. */
  value: string
  ratio?: number
  limit: string
  ok: boolean
  /** The bare numbers, for the results file. */
  numbers: Record<string, number>
}

/** What the product may cost: `times` the bare figure `plus` milliseconds. */
export interface Limit {
  times: number
  plus?: number
  at?: 'p50' | 'p95' | 'both'
}

/**
 * Measures `product` against `bare`, which does the least that the same result needs, in turns, so that whatever else
 * the machine does meets both alike. Each gets the number of the round. A tenth of the rounds warms up first.
 */
export async function bench(
  name: string,
  {
    bare,
    product,
    rounds = 200,
    limit,
  }: {
    bare: (round: number) => Promise<unknown>
    product: (round: number) => Promise<unknown>
    rounds?: number
    limit: Limit
  },
): Promise<Figure> {
  const times = { bare: [] as number[], product: [] as number[] }
  for (let round = -Math.ceil(rounds / 10); round < rounds; round++) {
    const number = round < 0 ? rounds + round : round
    const measure = {
      bare: () => timeOf(() => bare(number)),
      product: () => timeOf(() => product(number)),
    }
    const order = round % 2 === 0 ? (['bare', 'product'] as const) : (['product', 'bare'] as const)
    for (const which of order) {
      const time = await measure[which]()
      if (round >= 0) times[which].push(time)
    }
  }
  return compare(name, times, limit)
}

/** Records how long the product took, in milliseconds, against what does the least that the same result needs. */
export function compare(
  name: string,
  times: { readonly bare: readonly number[]; readonly product: readonly number[] },
  { times: factor, plus = 0, at = 'p95' }: Limit,
): Figure {
  const sorted = { bare: times.bare.toSorted(ascending), product: times.product.toSorted(ascending) }
  const numbers = {
    bareP50: percentile(sorted.bare, 50),
    bareP95: percentile(sorted.bare, 95),
    productP50: percentile(sorted.product, 50),
    productP95: percentile(sorted.product, 95),
  }
  const compared = [
    ...(at === 'p95' ? [] : [[numbers.bareP50, numbers.productP50] as const]),
    ...(at === 'p50' ? [] : [[numbers.bareP95, numbers.productP95] as const]),
  ]
  return report({
    name,
    value: `p50 ${ms(numbers.productP50)} (bare ${ms(numbers.bareP50)}), p95 ${ms(numbers.productP95)} (bare ${ms(numbers.bareP95)})`,
    ratio: Math.max(...compared.map(([ofBare, ofProduct]) => ofProduct / ofBare)),
    limit: `${at === 'both' ? 'p50, p95' : at} ≤ ${factor} × bare${plus ? ` + ${plus} ms` : ''}`,
    ok: compared.every(([ofBare, ofProduct]) => ofProduct <= ofBare * factor + plus),
    numbers,
  })
}

/** What the product may cost as a multiple of the floor: median, 95 % and what sixteen clients get. */
export interface Aims {
  readonly p50: number
  readonly p95: number
  readonly throughput: number
}
interface Measured {
  readonly times: readonly number[]
  readonly perSecond: readonly number[]
}

/** Records what the product took beside the floor, in milliseconds and in answers a second to sixteen clients. */
export function beside(name: string, measured: Readonly<Record<'floor' | 'product', Measured>>, aims: Aims): Figure {
  const [floor, product] = [measured.floor, measured.product].map(({ times, perSecond }) => {
    const sorted = times.toSorted(ascending)
    const middle = percentile(perSecond.toSorted(ascending), 50)
    return { p50: percentile(sorted, 50), p95: percentile(sorted, 95), perSecond: middle }
  }) as [Summary, Summary]
  const ratios = {
    p50: product.p50 / floor.p50,
    p95: product.p95 / floor.p95,
    throughput: floor.perSecond / product.perSecond,
  }
  const told = ({ p50, p95, perSecond }: Summary) => `p50 ${ms(p50)}, p95 ${ms(p95)}, ${Math.round(perSecond)}/s`
  const three = ({ p50, p95, throughput }: Aims) => [p50, p95, throughput].map((one) => one.toFixed(1)).join(', ')
  return report({
    name,
    value: `${told(product)} (floor ${told(floor)}); ratios ${three(ratios)}`,
    ratio: Math.max(ratios.p50, ratios.p95, ratios.throughput),
    limit: `≤ ${three(aims)} × floor`,
    ok: ratios.p50 <= aims.p50 && ratios.p95 <= aims.p95 && ratios.throughput <= aims.throughput,
    numbers: {
      ...{ floorP50: floor.p50, floorP95: floor.p95, floorPerSecond: floor.perSecond },
      ...{ productP50: product.p50, productP95: product.p95, productPerSecond: product.perSecond },
    },
  })
}

interface Summary {
  readonly p50: number
  readonly p95: number
  readonly perSecond: number
}

/** Records a figure that was measured in another way: rows a second, seconds, megabytes. */
export function figure(
  name: string,
  value: number,
  { unit, atMost, atLeast }: { unit: string; atMost?: number; atLeast?: number },
): Figure {
  const limits = [atMost === undefined ? '' : `≤ ${atMost}`, atLeast === undefined ? '' : `≥ ${atLeast}`].filter(
    Boolean,
  )
  return report({
    name,
    value: `${round(value)} ${unit}`,
    limit: `${limits.join(', ')} ${unit}`,
    ok: value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY),
    numbers: { value },
  })
}

function report(result: Figure): Figure {
  console.log(`${result.ok ? 'ok    ' : 'BROKEN'}  ${result.name}: ${result.value}`)
  process.send?.(result)
  return result
}

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await call()
  return performance.now() - started
}

const ascending = (one: number, other: number) => one - other

function percentile(sorted: number[], percent: number): number {
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}

const ms = (time: number) => `${time.toFixed(2)} ms`
const round = (value: number) => Number(value.toPrecision(4))
