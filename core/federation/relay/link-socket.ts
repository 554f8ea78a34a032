import { Socket, type SocketConstructorOpts } from 'node:net'
import type { Chunk } from '../link/chunk.ts'
import { PlainChunkReader } from '../link/plain-chunks.ts'

/** What is read before the event loop turns again has its place here, whichever link it is of. */
const buffer = Buffer.allocUnsafeSlow(256 * 1024)

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
 * relay. A socket gets its buffer when it is made, so that a new one takes over the connection; the other
 * stays until it ends, for those who count connections. Where Node makes sockets in another way than now,
 * the same one is returned, and `ws` reads its chunks.
 */
export function openLinkSocket(
  socket: Socket,
  onPiece: (piece: Chunk, isFirst: boolean) => void,
): LinkSocket {
  const handle: unknown = Reflect.get(socket, '_handle')
  if (typeof handle !== 'object' || handle === null || !('readStart' in handle))
    return { socket, read: (bytes) => socket.unshift(bytes) }
  const early: Buffer | null = socket.read() // what has come since
  const reader = new PlainChunkReader({ onPiece, onOther: (bytes) => own.emit('data', bytes) })
  const onread = {
    buffer,
    callback: (length: number): true => {
      reader.push(buffer.subarray(0, length))
      return true // false would pause it
    },
  }
  // Its declaration leaves both out.
  const own = new Socket({ handle, onread, allowHalfOpen: true } as SocketConstructorOpts)
  Reflect.set(socket, '_handle', null) // it has another owner now, who closes it
  socket.setTimeout(0)
  Object.defineProperty(socket, 'bytesRead', { get: () => own.bytesRead })
  own.once('close', () => socket.destroy())
  socket.once('close', () => own.destroy())
  return { socket: own, read: (bytes) => reader.push(early ? Buffer.concat([bytes, early]) : bytes) }
}
