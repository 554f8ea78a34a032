/**
 * Data files that change while they are sent, from a host and from a worker through a relay: the answer never
 * has other bytes than were announced, and what follows on the connection is never taken for them.
 */
import { once } from 'node:events'
import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createHost, createWorker, type Host, type WorkerHost } from 'specimen-host'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeSpecimen } from '../../support/probe-bundle.ts'
import { readBody } from '../../support/raw-http.ts'

const size = 64_000_000
let folder: string
let file: string
let host: Host
let worker: WorkerHost | undefined
let log: string
const logDestination = new Writable({
  write: (chunk, _encoding, done) => {
    log += chunk
    done()
  },
})

const starts: readonly [string, () => Promise<string>][] = [
  [
    'a host',
    async () => {
      host = await createHost({ specimens: folder, plugins: '', port: 0, logDestination })
      return await host.listen()
    },
  ],
  [
    'a worker through a relay',
    async () => {
      host = await createHost({ relay: true, port: 0, logDestination })
      const url = await host.listen()
      worker = await createWorker({ relay: url, id: 'w', specimens: folder, plugins: '', logLevel: 'silent' })
      await worker.connected
      return url
    },
  ],
]

/** Asks for the file twice on one connection and reads the first of it, without taking more. */
async function ask(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const id = worker ? 'w%3Arock' : 'rock'
  socket.write(`GET /api/specimens/${id}/data HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(2))
  await once(socket, 'readable')
  return socket
}

async function readAll(socket: Socket, enough = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of socket) {
    pieces.push(piece)
    length += piece.length
    if (length >= enough) break
  }
  return Buffer.concat(pieces)
}

beforeEach(async () => {
  log = ''
  folder = await mkdtemp(join(tmpdir(), 'cut-files-'))
  file = join(
    writeSpecimen(folder, 'rock', { type: 'mesh', data_file: 'rock.stl' }, { 'rock.stl': '' }),
    'rock.stl',
  )
  await writeFile(file, Buffer.alloc(size, 'a'))
})
afterEach(async () => {
  await worker?.close()
  worker = undefined
  await host.close()
  await rm(folder, { recursive: true })
})

describe.each(starts)('a file of %s', (_whose, start) => {
  it('that is cut while it is sent ends the connection, and the log says so', async () => {
    const socket = await ask(await start())
    await truncate(file, 1000)
    const text = (await readAll(socket)).toString('latin1')
    expect(text).toContain(`content-length: ${size}`)
    expect(text.length).toBeLessThan(size)
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(log).toContain('could not be sent to its end')
  })

  it('that grows while it is sent has the length that was announced', async () => {
    const socket = await ask(await start())
    await appendFile(file, Buffer.alloc(1000, 'b'))
    const text = (await readAll(socket, 2 * size)).toString('latin1')
    const body = readBody(text)
    expect(body.slice(0, size)).toBe('a'.repeat(size))
    expect(body.slice(size, size + 8)).toBe('HTTP/1.1')
  })
})
