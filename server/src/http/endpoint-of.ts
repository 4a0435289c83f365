import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** Returns the call of the contract for a request; undefined for pages, files and unknown paths. */
export const endpointOf = (request: FastifyRequest): Endpoint | undefined => request.routeOptions.config.endpoint
