import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Api, type Endpoint, nothing } from '#contract/endpoint'
import { Problem } from '#contract/errors'
import { productTitle } from '#contract/limits'
import { type Access, accessText, keyBeside, needsKey } from '#contract/permissions'

/** Returns the OpenAPI 3.1 document of calls, made from the contract. */
function openApi(apis: readonly Api[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of apis.flatMap((api) => Object.values(api))) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: productTitle, version: '1' },
    paths,
    components: {
      schemas: { Problem: schema(Problem, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        key: { type: 'http', scheme: 'bearer', description: 'An access key' },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'webhook-signature',
          description:
            '`v1,<HMAC-SHA256 in base64>` over `<webhook-id>.<webhook-timestamp>.<body>`, as Standard Webhooks has it',
        },
      },
    },
  }
}

/** Serves the document at /api/openapi.json; it is made at the first request. */
export function serveOpenApi(app: FastifyInstance, apis: readonly Api[]): void {
  let text: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(openApi(apis))
    return reply.header('content-type', 'application/json; charset=utf-8').send(text)
  })
}

function operation(endpoint: Endpoint): object {
  const { allow } = endpoint
  const needs = accessText(allow)
  return {
    summary: endpoint.summary,
    description: `Needs: ${needs}`,
    'x-permission': allow,
    security: security(allow),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...headers(endpoint).map(([name, required]) => ({ name, in: 'header', required, schema: { type: 'string' } })),
    ],
    ...requestBody(endpoint),
    responses: {
      ...answer(endpoint),
      default: {
        description: 'What went wrong',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

function security(allow: Access): object[] {
  if (allow === 'public') return []
  if (!needsKey(allow)) return [{ session: [] }, ...(keyBeside(allow) ? [{ key: [] }] : [])]
  if ('key' in allow) return [{ key: [] }]
  return allow.header ? [] : [{ signature: [] }]
}

/** Returns the additional headers of a call, and whether each is required. A signed message has an id of its own. */
function headers({ allow, idempotencyKey }: Endpoint): [name: string, required: boolean][] {
  if (needsKey(allow) && 'signature' in allow) {
    if (allow.header) return [[allow.header, true]]
    return [
      ['webhook-id', true],
      ['webhook-timestamp', true],
    ]
  }
  return idempotencyKey ? [['Idempotency-Key', idempotencyKey === 'required']] : []
}

function parameters(part: z.ZodType, place: 'path' | 'query'): object[] {
  const { properties = {}, required = [] } = schema(part, 'input')
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }))
}

function requestBody({ body, upload, forms }: Endpoint): object {
  if (upload) {
    const one = { type: 'string', format: 'binary' }
    const form = upload.maxFiles
      ? { type: 'object', properties: { file: { type: 'array', items: one, maxItems: upload.maxFiles } } }
      : { type: 'object', properties: { file: one }, required: ['file'] }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }
  }
  if (body === nothing) return {}
  const content = { schema: schema(body, 'input') }
  const types = ['application/json', ...(forms ? ['application/x-www-form-urlencoded'] : [])]
  return { requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, content])) } }
}

function answer({ response, accepts, creates }: Endpoint): object {
  if ('file' in response) {
    return {
      200: {
        description: 'The file',
        content: { [response.contentType]: { schema: { type: 'string', format: 'binary' } } },
      },
    }
  }
  if (response instanceof z.ZodUndefined) return { [accepts ? 202 : 204]: { description: 'Done' } }
  const content = { 'application/json': { schema: schema(response, 'output') } }
  return { [creates ? 201 : 200]: { description: 'The answer', content } }
}

interface JsonSchema {
  properties?: Record<string, object>
  required?: string[]
}

function schema(type: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest as JsonSchema
}
