/** Requests of `specimen dev` to its own host with TLS, which no authority knows. */
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { getPinned } from '../../build/commands/pinned-request.ts'
import { makeCertificate } from '../../core/service/tls/make-certificate.ts'

const day = 86_400_000
const terms = { names: ['elsewhere.example'], from: Date.now() - day, until: Date.now() + day }
const { certificate, key } = makeCertificate(terms)
const { fingerprint256: fingerprint } = new X509Certificate(certificate)

/** Starts a host that answers with the token it was given, and returns its address and its requests. */
async function start(): Promise<{ readonly address: URL; readonly requests: string[] }> {
  const requests: string[] = []
  const server = createServer({ cert: certificate, key }, ({ url = '', headers }, response) => {
    requests.push(url)
    response.writeHead(203).end(`${headers.host} ${headers.authorization}`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // it listens on TCP
  return { address: new URL(`https://127.0.0.1:${port}/reload?now`), requests }
}

it('asks the host whose certificate has the fingerprint', async () => {
  const { address, requests } = await start()
  const answer = await getPinned({ address, headers: { authorization: 'Bearer a' }, fingerprint })
  expect(answer).toEqual({ status: 203, text: `${address.host} Bearer a` })
  expect(requests).toEqual(['/reload?now'])
})

it('sends nothing to a host with another certificate', async () => {
  const { address, requests } = await start()
  const asked = getPinned({ address, headers: {}, fingerprint: fingerprint.replace(/^../, '00') })
  await expect(asked).rejects.toThrow(`its SHA-256 is ${fingerprint}`)
  expect(requests).toEqual([])
})
