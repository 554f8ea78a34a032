import { SpecimenError } from '../../contract/domain/errors.ts'
import { bodyKind, measureBody } from '../../contract/wire/room-bodies.ts'
import { measurePose, poseKind } from '../../contract/wire/room-poses.ts'
import { PoseBoard, type PoseReader } from './pose-board.ts'

/** A reader of frames, and the kinds that it has asked for. */
export interface RoomReader extends PoseReader {
  readonly kinds: ReadonlySet<number>
}

/** The kinds of frames that a host takes, as it says in its welcome. */
export const frameKinds: readonly number[] = [poseKind, bodyKind]

/** The kinds for a peer that names none. */
export const firstKinds: readonly number[] = [poseKind]

/** The boards of a room, one for each kind of frame; a peer is sent those of the kinds that it reads. */
export class PoseBoards {
  readonly #boards: ReadonlyMap<number, PoseBoard>

  constructor(listReaders: () => Iterable<RoomReader>) {
    const create = (kind: number, measure: typeof measurePose): [number, PoseBoard] => {
      const list = (): readonly RoomReader[] => [...listReaders()].filter(({ kinds }) => kinds.has(kind))
      return [kind, new PoseBoard({ kind, measure }, list)]
    }
    this.#boards = new Map([create(poseKind, measurePose), create(bodyKind, measureBody)])
  }

  /** Takes the frame of a peer. @throws `request.invalid` */
  take(peer: number, frame: Uint8Array): void {
    const board = this.#boards.get(frame[0] ?? 0)
    if (board) board.take(peer, frame)
    else {
      const wanted = `A binary message must begin with ${frameKinds.join(' or ')}`
      throw new SpecimenError('request.invalid', `${wanted} (got ${frame[0] ?? 'nothing'}).`)
    }
  }

  remove(peer: number): void {
    for (const board of this.#boards.values()) board.remove(peer)
  }

  /** Sends everything that there is to a late joiner. */
  welcome(reader: RoomReader): void {
    for (const [kind, board] of this.#boards) if (reader.kinds.has(kind)) board.welcome(reader)
  }

  close(): void {
    for (const board of this.#boards.values()) board.close()
  }
}
