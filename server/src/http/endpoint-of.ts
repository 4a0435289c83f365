import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** The call of the contract that a request is for; undefined for pages, files and what does not exist. */
export const endpointOf = (request: FastifyRequest): Endpoint | undefined => request.routeOptions.config.endpoint
