import { cutText } from '../../../contract/text/cut-text.ts'
import type { Caller } from '../../access/caller.ts'
import { toShownName } from '../answers/data-words.ts'

/** Characters of the part that names somebody: with its end it is a name that a room takes. */
const longestPart = 50

/** The colour of agents, one of those that pages offer to people. */
export const agentColor = '#8f78f0'

/**
 * Returns the name of an agent as peers of a room see it: after whoever its token names, else after the
 * client as `initialize` names it, which is data of others.
 */
export function toAgentName({ name }: Pick<Caller, 'name'>, client = ''): string {
  const [, holder] = /^(?:token|jwt):(.+)$/.exec(name) ?? []
  if (holder !== undefined) return `${cutText(holder, longestPart)}'s agent`
  const shown = toShownName(client)
  return shown === '' ? 'An agent' : `${cutText(shown, longestPart)} (agent)`
}
