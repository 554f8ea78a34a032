/**
 * The peers, in a process of their own, started by `withPeer`: with bare node:http, `http` writes one file's
 * bytes from memory, `base64` their text, and `stringify` the text of what the file says as JSON, made for
 * each request; `fastify` sends files as JSON texts, each from a bare route of a given pattern. They do
 * nothing else.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import Fastify from 'fastify'

const { kind, routes } = JSON.parse(process.argv[2])
const port = await serve()

process.on('message', ({ id }) => process.send({ id, answer: process.cpuUsage() }))
process.on('disconnect', () => process.exit())
process.send({ port })

async function serve() {
  if (kind === 'fastify') return await serveTexts(routes)
  const bytes = readFileSync(routes[0].file)
  if (kind === 'http') return await serveBytes(() => bytes)
  if (kind === 'base64') return await serveBytes(() => Buffer.from(bytes.toString('base64'), 'latin1'))
  const value = JSON.parse(bytes.toString('latin1'))
  return await serveBytes(() => Buffer.from(JSON.stringify(value), 'latin1'))
}

async function serveBytes(make) {
  const server = createServer((_request, response) => {
    const bytes = make()
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
