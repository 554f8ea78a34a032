import type { FastifyReply } from 'fastify'
import type { CallAnswer } from '../../../engine/run/call.ts'

/** The W3C Server Timing header, in milliseconds. */
const header = 'server-timing'
/** Marks a result that could not be shared with the other hosts of the group. */
const unsharedHeader = 'specimen-unshared'

/** Reports to the client and the log the origin of a result, its wait and its run time. */
export function tellOrigin(reply: FastifyReply, { cache, run }: Pick<CallAnswer, 'cache' | 'run'>): void {
  noteAnswer({ cache, run }, reply)
  const times = run ? [toEntry('queue', run.times.queue), toEntry('compute', run.times.compute)] : []
  if (run?.isAlone) reply.header(unsharedHeader, 'redis-away')
  reply.header(header, [`cache;desc=${cache}`, ...times].join(', '))
}

/** Logs the origin of a result. */
export function noteAnswer({ cache, run }: Pick<CallAnswer, 'cache' | 'run'>, reply: FastifyReply): void {
  const { facts } = reply.request
  facts.cache = cache
  if (run) facts.run = run.id
}

/** Reports to the client and the log the time of encoding. */
export function tellEncoding(reply: FastifyReply, milliseconds: number): void {
  reply.request.facts.encodeMilliseconds = milliseconds
  const before = reply.getHeader(header)
  const entry = toEntry('encode', milliseconds)
  reply.header(header, before === undefined ? entry : `${before}, ${entry}`)
}

function toEntry(name: string, milliseconds: number): string {
  return `${name};dur=${milliseconds.toFixed(2)}`
}
