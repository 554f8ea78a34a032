import { Socket, type SocketConstructorOpts } from 'node:net'

/** What is read before the event loop turns again has its place here, whichever socket it is of. */
const buffer = Buffer.allocUnsafeSlow(256 * 1024)

/**
 * Returns a socket in the place of another, which is read into a buffer that all of these share: `onRead`
 * takes what has come, which is overwritten when it has returned. A socket gets its buffer when it is made,
 * so that a new one takes over the connection; the other has none from then on. Undefined, with nothing done,
 * where Node makes sockets in another way than now.
 */
export function reopenSocket(
  socket: Socket,
  options: SocketConstructorOpts,
  onRead: (bytes: Buffer) => void,
): Socket | undefined {
  const handle: unknown = Reflect.get(socket, '_handle')
  if (typeof handle !== 'object' || handle === null || !('readStart' in handle)) return undefined
  Reflect.set(socket, '_handle', null) // it has another owner now, who closes it
  const onread = {
    buffer,
    callback: (length: number): true => {
      onRead(buffer.subarray(0, length))
      return true // false would pause it
    },
  }
  // Its declaration leaves both out.
  return new Socket({ ...options, handle, onread } as SocketConstructorOpts)
}

/**
 * Returns the pipe of a child as one that is read into the buffer which all share, so that what `data` gives
 * is overwritten when its listeners have returned. Node's own pipes take new memory for each 64 KiB: a result
 * of 50 MB is read in two thirds of the time, for two thirds of the processor's. Where it cannot be reopened,
 * the pipe is returned as it is.
 */
export function reuseBuffer(pipe: Socket): Socket {
  const reader: Socket | undefined = reopenSocket(pipe, { readable: true, writable: false }, (bytes) =>
    reader?.emit('data', bytes),
  )
  if (!reader) return pipe
  pipe.destroy()
  return reader
}
