import type { PeerAnswers } from '../http/routes/peer-answers.ts'
import type { PeerSignatures } from './results/peer-signatures.ts'
import { toBody } from './results/result-body.ts'
import type { Shelf } from './results/shelf.ts'

/** The parts of a host that answer the others of its group. */
export interface AnsweringHost {
  /** The address at which the others reach it, without a slash at the end. */
  readonly address: string
  readonly signatures: PeerSignatures
  readonly shelf: Pick<Shelf, 'get'>
}

/** Returns the answers of a host to the other hosts of its group, and to no other client. */
export function answerPeers({ address, signatures, shelf }: AnsweringHost): PeerAnswers {
  return {
    admit: ({ method, target, authorization = '' }) => {
      signatures.verify({ method, url: address + target }, authorization)
      return {
        readResult: (id) => {
          const stored = shelf.get(id)
          return stored && toBody(stored.held)
        },
      }
    },
  }
}
