import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js'
import type { CallOrigin } from '../../../contract/domain/origin.ts'
import type { Caller } from '../../access/caller.ts'
import type { FormReader } from '../../calls/make-form.ts'
import type { RoomVisitor } from '../rooms/agent-peer.ts'
import type { RoomSeat } from '../rooms/room-seat.ts'
import type { SessionResults } from './session-results.ts'

/** The members of an {@link Asker}. */
export interface AskerFacts {
  readonly caller: Caller
  /** The name for limits: the caller's, or an address where many share that. */
  readonly client: string
  /** The room whose results are shared with the API. */
  readonly roomId: string
  /** Scheme, name and path under which the client sees the host, such as `https://example.org/lab`. */
  readonly root: string
  readonly origin: CallOrigin | undefined
  /** Takes bytes of the answer from the account until it has been read. @throws `host.busy` */
  readonly hold: (bytes: number) => void
  /**
   * Returns a word for a large text, given as it stands between quotes in JSON: the text takes its place in
   * the answer, and nothing reads it before.
   */
  readonly addText: (text: readonly Buffer[]) => string
  /** Takes what work holds until the returned function is called. @throws `host.busy` */
  readonly holdWork: FormReader['hold']
  /** The newest results of the session. */
  readonly kept: SessionResults
  /** The place of the session in a room. */
  readonly seat: RoomSeat
  /** The asker at the door of a room. */
  readonly visitor: RoomVisitor
}

/** The sender of one message, whose token and room have been checked. */
export class Asker {
  readonly facts: AskerFacts

  constructor(facts: AskerFacts) {
    this.facts = facts
  }
}

/** Returns an asker in the form in which the SDK passes it to handlers. It carries no token. */
export function toAuthInfo(asker: Asker): AuthInfo {
  const { caller, client } = asker.facts
  return { token: '', clientId: client, scopes: [...caller.scopes], extra: { asker } }
}

/** Returns the asker of a message. @throws TypeError for a message that came by no route */
export function readAsker(authInfo: AuthInfo | undefined): AskerFacts {
  const asker = authInfo?.extra?.asker
  if (asker instanceof Asker) return asker.facts
  throw new TypeError('a message has no asker')
}
