/**
 * The peers, in a process of their own, started by `openPeer`: `http` writes one file's bytes from memory with bare
 * node:http, `fastify` sends each of several files as a JSON text from a bare route. They do nothing else.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import Fastify from 'fastify'

const { kind, files } = JSON.parse(process.argv[2])
const port = kind === 'http' ? await serveBytes(readFileSync(files[0])) : await serveTexts(files)

process.on('message', ({ id }) => process.send({ id, answer: process.cpuUsage() }))
process.on('disconnect', () => process.exit())
process.send({ port })

async function serveBytes(bytes) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/octet-stream')
    response.setHeader('content-length', bytes.length)
    response.end(bytes)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server.address().port
}

async function serveTexts(paths) {
  const app = Fastify()
  for (const [index, path] of paths.entries()) {
    const text = readFileSync(path, 'utf8')
    app.get(`/${index}`, async (_request, reply) => reply.type('application/json; charset=utf-8').send(text))
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app.server.address().port
}
