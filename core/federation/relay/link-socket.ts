import type { Socket } from 'node:net'
import { reopenSocket } from '../../run/reused-buffer.ts'
import type { Chunk } from '../link/chunk.ts'
import { PlainChunkReader } from '../link/plain-chunks.ts'

/** The socket of a link, in the place of the one that HTTP has handed over. */
export interface LinkSocket {
  readonly socket: Socket
  /** Has the bytes read that HTTP has read beyond the request. */
  readonly read: (bytes: Buffer) => void
}

/**
 * Returns a socket that is read into a buffer which all links share. Its chunks with a mask of zeros go to
 * `onPiece`, see {@link PlainChunkReader}; it emits all else as its data. Node's own sockets take new memory
 * for each 64 KiB, and `ws` more for each message, and all of it is collected: half of what a volume cost a
 * relay. The socket that HTTP has handed over stays until this one ends, for those who count connections.
 * Where it cannot be reopened, it is returned itself, and `ws` reads its chunks.
 */
export function openLinkSocket(
  socket: Socket,
  onPiece: (piece: Chunk, isFirst: boolean) => void,
): LinkSocket {
  const early: Buffer | null = socket.read() // what has come since
  const join = (bytes: Buffer): Buffer => (early ? Buffer.concat([bytes, early]) : bytes)
  const reader = new PlainChunkReader({ onPiece, onOther: (bytes) => own?.emit('data', bytes) })
  const own = reopenSocket(socket, { allowHalfOpen: true }, (bytes) => reader.push(bytes))
  if (!own) return { socket, read: (bytes) => socket.unshift(join(bytes)) }
  socket.setTimeout(0)
  Object.defineProperty(socket, 'bytesRead', { get: () => own.bytesRead })
  own.once('close', () => socket.destroy())
  socket.once('close', () => own.destroy())
  return { socket: own, read: (bytes) => reader.push(join(bytes)) }
}
