/**
 * The peers, in a process of their own, started by `withPeer`: `http` writes one file's bytes from memory
 * with bare node:http, `fastify` sends files as JSON texts, each from a bare route of a given pattern. They
 * do nothing else.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import Fastify from 'fastify'

const { kind, routes } = JSON.parse(process.argv[2])
const port = kind === 'http' ? await serveBytes(readFileSync(routes[0].file)) : await serveTexts(routes)

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

async function serveTexts(routes) {
  const app = Fastify()
  for (const { pattern, file } of routes) {
    const text = readFileSync(file, 'utf8')
    app.get(pattern, async (_request, reply) => reply.type('application/json; charset=utf-8').send(text))
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app.server.address().port
}
