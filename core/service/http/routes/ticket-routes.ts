import type { FastifyInstance } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { describe } from '../../../contract/text/describe.ts'
import { isJsonArray, type Json } from '../../../contract/values/json.ts'
import { isExtent } from '../../../contract/values/number.ts'
import type { TicketBody } from '../../../contract/wire/bodies.ts'
import type { Access } from '../../access/access.ts'
import { type Caller, isScope, type Scope } from '../../access/caller.ts'
import { checkScope, readRoom } from '../../access/rights.ts'
import { longestTicketSeconds, usualTicketSeconds } from '../../access/tickets.ts'
import { readBody } from '../request/parse-request.ts'
import { checkMembers, checkNoQuery } from '../request/request-names.ts'
import { owning, route } from './access.ts'

const members = ['room_id', 'scopes', 'expires_in']
/** A host accepts 16 kB of address and headers together. */
const longestTicket = 8000

/** Adds `/api/tickets`, where a caller gets a ticket for others to one room. */
export function addTicketRoutes(app: FastifyInstance, { asksToken, issueTicket }: Access): void {
  app.post(
    '/api/tickets',
    route(owning, 'createTicket'),
    async ({ body: given, query, caller }, reply): Promise<TicketBody> => {
      const body = readBody(given)
      checkMembers(body, members, () => false)
      checkNoQuery(query, members, () => false)
      const room = readRoom(caller, body.room_id)
      const scopes = readScopes(caller, body.scopes)
      const seconds = readSeconds(body.expires_in)
      if (!asksToken)
        throw invalidError('This host asks for no token, so guests need no ticket: send them the link.')
      const specimens = caller.specimens && [...caller.specimens]
      const { text, ends } = issueTicket({ room, scopes, specimens, seconds, giver: caller })
      if (text.length > longestTicket)
        throw invalidError(
          'This token is for more specimens than a ticket can name; use one that is for fewer.',
        )
      reply.header('cache-control', 'no-store')
      return { ticket: text, room_id: room, scopes, expires_at: new Date(ends * 1000).toISOString() }
    },
  )
}

/** Returns the scopes of a ticket: by default those of its giver in a room. */
function readScopes(caller: Caller, given: Json | undefined): readonly Scope[] {
  if (given === undefined || given === null) return [...caller.scopes].filter((scope) => scope !== 'admin')
  const wanted = isJsonArray(given) ? given.filter(isScope) : []
  const isRight = isJsonArray(given) && wanted.length === given.length && wanted.length > 0
  if (!isRight || wanted.includes('admin'))
    throw invalidError(`scopes must be a list of read, invoke or both (got ${describe(given)}).`)
  for (const scope of wanted) checkScope(caller, scope)
  return [...new Set(wanted)]
}

function readSeconds(given: Json | undefined): number {
  if (given === undefined || given === null) return usualTicketSeconds
  if (isExtent(given) && given <= longestTicketSeconds) return given
  const wanted = `a whole number of seconds from 1 to ${longestTicketSeconds}`
  throw invalidError(`expires_in must be ${wanted} (got ${describe(given)}).`)
}

function invalidError(detail: string): SpecimenError {
  return new SpecimenError('request.invalid', detail)
}
