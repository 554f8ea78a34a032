import { SpecimenError } from '../contract/domain/errors.ts'
import type { HeldResult } from '../contract/domain/result/stored-result.ts'
import type { PeerAnswers } from '../service/http/routes/peer-answers.ts'
import type { PeerSignatures } from './results/peer-signatures.ts'
import { toBody } from './results/result-body.ts'
import type { GroupRooms } from './rooms/group-rooms.ts'
import type { GroupWorkers } from './workers/group-workers.ts'

/** The parts of a host that answer the others of its group. */
export interface AnsweringHost {
  /** The address at which the others reach it, without a slash at the end. */
  readonly address: string
  readonly signatures: PeerSignatures
  readonly rooms: Pick<GroupRooms, 'readHere'>
  readonly shelf: { readonly get: (id: string) => HeldResult | undefined }
  /** Returns the workers of the group; undefined where there are none. */
  readonly findWorkers: () => GroupWorkers | undefined
}

/** Returns the answers of a host to the other hosts of its group, and to no other client. */
export function answerPeers(host: AnsweringHost): PeerAnswers {
  const { signatures, rooms, shelf, findWorkers } = host
  return {
    admit: ({ method, target, authorization = '' }) => {
      signatures.verify({ method, url: host.address + target }, authorization)
      return {
        readResult: (id) => {
          const stored = shelf.get(id)
          return stored && toBody(stored.held)
        },
        readRoom: (id) => rooms.readHere(id),
        openFile: async (workerId, request, signal) => {
          const workers = findWorkers()
          if (!workers) throw new SpecimenError('host.stopping', 'This host is not ready yet; ask again.')
          return await workers.files.openHere(workerId, request, signal)
        },
        reload: async () => await findWorkers()?.reloadHere(),
        look: async () => await findWorkers()?.look(),
      }
    },
  }
}
