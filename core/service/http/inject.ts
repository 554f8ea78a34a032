/** The types for requests to an embedded host without a socket. */
export type { InjectOptions, LightMyRequestResponse as InjectResponse } from 'fastify'
