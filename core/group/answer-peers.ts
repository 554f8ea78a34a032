import { SpecimenError } from '../contract/domain/errors.ts'
import type { HeldResult } from '../contract/domain/result/stored-result.ts'
import type { PeerAnswers } from '../service/http/routes/peer-answers.ts'
import type { GroupFiles } from './files/group-files.ts'
import { toSignedAnswer } from './members/ask-member.ts'
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
  /** Resolves with true when this host reaches Redis. */
  readonly reachesRedis: () => Promise<boolean>
  readonly shelf: { readonly get: (id: string) => HeldResult | undefined }
  readonly files: Pick<GroupFiles, 'openHere'>
  /** Returns the workers of the group; undefined where there are none. */
  readonly findWorkers: () => GroupWorkers | undefined
}

/** Returns the answers of a host to the other hosts of its group, and to no other client. */
export function answerPeers(host: AnsweringHost): PeerAnswers {
  const { signatures, rooms, shelf, files, findWorkers, reachesRedis } = host
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
          if (!workers) throw notReadyError()
          return await workers.files.openHere(workerId, request, signal)
        },
        openBrought: async (hash, signal) => await files.openHere(hash, signal),
        reload: async () => await findWorkers()?.reloadHere(),
        askRedis: async () => {
          const reaches = await reachesRedis()
          return { reaches, signature: signatures.sign(toSignedAnswer(host.address, reaches)) }
        },
        look: async () => await findWorkers()?.look(),
      }
    },
  }
}

/** Returns the refusal of a host that has not joined its group yet. */
export function notReadyError(): SpecimenError {
  return new SpecimenError('host.stopping', 'This host is not ready yet; ask again.')
}
