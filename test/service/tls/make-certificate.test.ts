/** Certificates, as Node's TLS and the program openssl read them. */
import { spawnSync } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, createServer } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { makeCertificate } from '../../../core/service/tls/make-certificate.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'

const day = 86_400_000
const terms = {
  names: ['localhost', 'lab-pc.local', '127.0.0.1', '::1', 'fe80::1:2', '2001:db8::ffff:1.2.3.4'],
  from: Date.now() - day,
  until: Date.now() + 397 * day,
}

it('makes a certificate with the names, times and uses that are asked for', () => {
  const { certificate, key } = makeCertificate(terms)
  const read = new X509Certificate(certificate)
  expect(read.subject).toBe('CN=Specimen host localhost')
  expect(read.issuer).toBe(read.subject)
  expect(read.subjectAltName?.split(', ')).toEqual([
    'DNS:localhost',
    'DNS:lab-pc.local',
    'IP Address:127.0.0.1',
    'IP Address:0:0:0:0:0:0:0:1',
    'IP Address:FE80:0:0:0:0:0:1:2',
    'IP Address:2001:DB8:0:0:0:FFFF:102:304',
  ])
  expect(Date.parse(read.validFrom)).toBe(Math.floor(terms.from / 1000) * 1000)
  expect(Date.parse(read.validTo)).toBe(Math.floor(terms.until / 1000) * 1000)
  expect(read.ca).toBe(false)
  expect(read.verify(read.publicKey)).toBe(true)
  expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true)
  expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']) // Node's name for the extended one: servers
})

it('makes another key and serial number each time', () => {
  const [one, other] = [makeCertificate(terms), makeCertificate(terms)]
  expect(one.key).not.toBe(other.key)
  expect(new X509Certificate(one.certificate).serialNumber).not.toBe(
    new X509Certificate(other.certificate).serialNumber,
  )
})

it('writes a time from 2050 on with four digits of its year', () => {
  const { certificate } = makeCertificate({ ...terms, until: Date.UTC(2051, 1, 3, 4, 5, 6) })
  expect(new X509Certificate(certificate).validTo).toBe('Feb  3 04:05:06 2051 GMT')
})

it.each(['localhost', '127.0.0.1'])('lets a client that trusts it alone connect to %s', async (host) => {
  const { certificate, key } = makeCertificate(terms)
  const server = createServer({ cert: certificate, key }, (socket) => socket.end('hello'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // it listens on TCP
  const client = connect({
    host: '127.0.0.1',
    servername: host === 'localhost' ? host : '',
    port,
    ca: certificate,
  })
  const [text] = await once(client, 'data')
  expect(String(text)).toBe('hello')
  expect(client.authorized).toBe(true)
  client.destroy()
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

it.runIf(hasOpenssl)('makes one that openssl verifies for servers, and for no client or authority', () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  temporaryFolders.push(folder)
  const path = join(folder, 'certificate.pem')
  writeFileSync(path, makeCertificate(terms).certificate)
  const verify = (...more: readonly string[]): string => {
    const { stdout, stderr } = spawnSync(
      'openssl',
      ['verify', '-x509_strict', '-CAfile', path, ...more, path],
      {
        encoding: 'utf8',
      },
    )
    return `${stdout}${stderr}`
  }
  expect(verify('-purpose', 'sslserver', '-verify_hostname', 'lab-pc.local')).toContain(': OK')
  expect(verify('-purpose', 'sslserver', '-verify_ip', '::1')).toContain(': OK')
  expect(verify('-purpose', 'sslserver', '-verify_hostname', 'example.org')).toContain('mismatch')
  expect(verify('-purpose', 'sslclient')).toMatch(/purpose|unsuitable/)
})
