/** What a program that embeds a host sends to it without a socket, and what it gets. */
export type { InjectOptions, LightMyRequestResponse as InjectResponse } from 'fastify'
