import { longestTicketSeconds, usualTicketSeconds } from '../../access/tickets.ts'
import * as examples from './examples.ts'
import type { Operation } from './operation.ts'
import { answer } from './responses.ts'
import { refer } from './schema.ts'

/** The operations below `/api/tickets`. */
export const ticketOperations = {
  createTicket: {
    tags: ['tickets'],
    summary:
      'A signed ticket for guests to one room, good for no more than the token that asks for it: without ' +
      `\`expires_in\` for ${usualTicketSeconds / 3600} hours, at most for ${longestTicketSeconds / 3600}. ` +
      'It is sent as the bearer token, or in a link to the viewer as `#/?~ticket=…`.',
    requestBody: {
      content: { 'application/json': { schema: refer('TicketWish'), example: examples.ticketWish } },
    },
    responses: { 200: answer('The ticket.', 'Ticket', examples.ticket) },
  },
} satisfies { readonly [operationId: string]: Operation }
