import type { FastifyInstance } from 'fastify'
import type { AppContext } from './context.ts'

/** Serves /healthz, which answers while the process lives, and /readyz, which names the parts that are missing. */
export function serveHealth(
  app: FastifyInstance,
  appContext: AppContext,
  parts: Record<string, () => Promise<void>>,
): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const all: Record<string, () => Promise<void>> = { database: () => ping(appContext), ...parts }
    const missing: string[] = []
    for (const [name, check] of Object.entries(all)) await check().catch(() => missing.push(name))
    return reply
      .code(missing.length === 0 ? 200 : 503)
      .send({ status: missing.length === 0 ? 'ok' : 'not ready', missing })
  })
}

async function ping({ database }: AppContext): Promise<void> {
  await database.pool.query('select 1')
}
