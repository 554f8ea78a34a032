import type { FastifyReply } from 'fastify'
import type { CallAnswer } from '../../run/executor.ts'

/** The header that says what an answer has spent its time on (W3C Server Timing), in milliseconds. */
const header = 'server-timing'
/** The header of a result that the other hosts of the group could not be told of. */
const unsharedHeader = 'specimen-unshared'

/** Tells the client, and the log, where a result comes from: how long it waited and was computed. */
export function tellOrigin(
  reply: FastifyReply,
  { cache, run, sharing }: Pick<CallAnswer, 'cache' | 'run'> & Partial<Pick<CallAnswer, 'sharing'>>,
): void {
  noteAnswer({ cache, run }, reply)
  const times = run ? [toEntry('queue', run.times.queue), toEntry('compute', run.times.compute)] : []
  if (sharing?.isAway) reply.header(unsharedHeader, 'redis-away')
  reply.header(header, [`cache;desc=${cache}`, ...times].join(', '))
}

/** Tells the log where the result of a request comes from. */
export function noteAnswer({ cache, run }: Pick<CallAnswer, 'cache' | 'run'>, reply: FastifyReply): void {
  const { facts } = reply.request
  facts.cache = cache
  if (run) facts.run = run.id
}

/** Tells the client, and the log, how long a result took to become bytes. */
export function tellEncoding(reply: FastifyReply, milliseconds: number): void {
  reply.request.facts.encodeMilliseconds = milliseconds
  const before = reply.getHeader(header)
  const entry = toEntry('encode', milliseconds)
  reply.header(header, before === undefined ? entry : `${before}, ${entry}`)
}

function toEntry(name: string, milliseconds: number): string {
  return `${name};dur=${milliseconds.toFixed(2)}`
}
