/** A large file that is brought: it is on the disk, and never in the memory of the host. */

import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { readGauge, readMegabytes, startMeasured } from './measured-host.ts'

const mebibyte = 2 ** 20
const pieces = 200

describe.runIf(process.platform === 'linux')('a file of 200 MiB', () => {
  it.each([{ 'transfer-encoding': 'chunked' }, { 'content-length': String(pieces * mebibyte) }])(
    'leaves memory as it is when it comes (%j)',
    async (headers) => {
      const host = await startMeasured(['--file-bytes', String(512 * mebibyte)])
      const before = readMegabytes(host)
      const path = '/api/files?name=stack.npy'
      const sent = request({ host: '127.0.0.1', port: host.port, path, method: 'POST', headers })
      const head = "{'descr': '|u1', 'fortran_order': False, 'shape': (200, 1024, 1024), }".padEnd(117)
      const start = Buffer.concat([Buffer.from([0x93]), Buffer.from(`NUMPY\x01\x00\x76\x00${head}\n`)])
      const answered = once(sent, 'response')
      let most = before
      for (let i = 0; i < pieces; i++) {
        const piece = Buffer.alloc(mebibyte, i)
        if (i === 0) start.copy(piece)
        if (!sent.write(piece)) await once(sent, 'drain')
        most = Math.max(most, readMegabytes(host))
      }
      sent.end()
      const [answer] = await answered
      expect(answer.statusCode).toBe(200)
      answer.resume()
      expect(most - before).toBeLessThan(pieces / 2)
      expect(await readGauge(host, 'specimen_host_held_bytes{what="files"}')).toBe(pieces * mebibyte)
    },
  )
})
