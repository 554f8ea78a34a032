/** Files of certificates: those that are refused, the one that a host keeps, and changes while it runs. */
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkPair } from '../../../core/service/tls/checked-certificate.ts'
import { findKeptFolder, keepCertificate } from '../../../core/service/tls/kept-certificate.ts'
import { makeCertificate } from '../../../core/service/tls/make-certificate.ts'
import { findPlace } from '../../../core/service/tls/open-certificate.ts'
import { listOwnNames } from '../../../core/service/tls/own-names.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'

const day = 86_400_000
const now = Date.UTC(2026, 5, 1)
const paths = { certificate: '/etc/tls/lab.pem', key: '/etc/tls/lab.key' }
const terms = { names: ['localhost', '127.0.0.1', '::1'], from: now - day, until: now + 90 * day }
const pair = makeCertificate(terms)

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kept-'))
  temporaryFolders.push(folder)
  return folder
}

it('reads the end, names and fingerprint of a certificate', () => {
  expect(checkPair(pair, paths, now)).toMatchObject({
    names: terms.names,
    until: terms.until,
    fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
    isSelfSigned: true,
  })
})

const locked = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase: 'secret',
})
it.each([
  [
    'a key of another certificate',
    { ...pair, key: makeCertificate(terms).key },
    now,
    'lab.key is not the key of',
  ],
  ['no certificate', { ...pair, certificate: 'hello' }, now, 'lab.pem must be a certificate as PEM'],
  ['no key', { ...pair, key: pair.certificate }, now, 'lab.key must be a private key as PEM'],
  ['a locked key', { ...pair, key: String(locked) }, now, 'it wants a passphrase'],
  ['a certificate that has ended', pair, terms.until + 1, 'has ended (2026-08-30). Renew it'],
  ['a certificate of later', pair, terms.from - 1, 'begins on 2026-05-31 only. Set the clock'],
])('refuses %s', (_, given, time, words) => {
  expect(() => checkPair(given, paths, time)).toThrow(words)
})

it('keeps a certificate for its owner alone, and gives the same one again', async () => {
  const folder = join(makeFolder(), 'new')
  const first = await keepCertificate(folder, terms.names, now)
  expect(first.names).toEqual(terms.names)
  expect(await keepCertificate(folder, terms.names, now + day)).toMatchObject({
    fingerprint: first.fingerprint,
  })
  if (process.platform === 'win32') return
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'certificate.key')).mode & 0o777).toBe(0o600)
})

it.each<[string, (folder: string) => void, readonly string[], number]>([
  ['a name is missing in it', () => {}, [...terms.names, '192.168.1.20'], now],
  ['less than 30 days of it are left', () => {}, terms.names, now + 368 * day],
  ['it has ended', () => {}, terms.names, now + 500 * day],
  [
    'others may read its key',
    (folder) => chmodSync(join(folder, 'certificate.key'), 0o644),
    terms.names,
    now,
  ],
  [
    'its key is another',
    (folder) => writeFileSync(join(folder, 'certificate.key'), pair.key),
    terms.names,
    now,
  ],
  [
    'it is cut off',
    (folder) => writeFileSync(join(folder, 'certificate.pem'), '-----BEGIN'),
    terms.names,
    now,
  ],
])('makes another certificate when %s', async (_, change, names, time) => {
  const folder = makeFolder()
  const first = await keepCertificate(folder, terms.names, now)
  change(folder)
  const second = await keepCertificate(folder, names, time)
  expect(second.fingerprint).not.toBe(first.fingerprint)
  expect(second.names).toEqual(names)
  expect(readFileSync(join(folder, 'certificate.pem'), 'utf8')).toContain('END CERTIFICATE')
})

it('refuses a folder that cannot be written, and names ways out', async () => {
  const file = join(makeFolder(), 'file')
  writeFileSync(file, '')
  await expect(keepCertificate(join(file, 'inside'), terms.names, now)).rejects.toThrow(
    /certificate of --https cannot be kept in .*--tls-folder.*--tls-cert, --tls-key/s,
  )
})

it('finds the folder of the unit, of the desktop, or of the home', () => {
  expect(findKeptFolder({ STATE_DIRECTORY: '/var/lib/specimen:/x', XDG_STATE_HOME: '/s' })).toBe(
    '/var/lib/specimen',
  )
  expect(findKeptFolder({ XDG_STATE_HOME: '/s' })).toBe(join('/s', 'specimen-host'))
  expect(findKeptFolder({ XDG_STATE_HOME: '' })).toMatch(/[/\\]\.local[/\\]state[/\\]specimen-host$/)
})

it('takes both files or neither', () => {
  expect(findPlace({ https: false }, {})).toBeUndefined()
  expect(findPlace({ https: true, tlsFolder: '/t' }, {})).toEqual({ kind: 'kept', folder: '/t' })
  expect(findPlace({ https: true, tlsCert: 'a', tlsKey: 'b' }, {})).toEqual({
    kind: 'files',
    paths: { certificate: 'a', key: 'b' },
  })
  expect(() => findPlace({ https: false, tlsCert: 'a' }, {})).toThrow('--tls-cert is set without --tls-key')
  expect(() => findPlace({ https: true, tlsKey: 'a' }, {})).toThrow('--tls-key is set without --tls-cert')
})

it('lists the names of a machine once, without those that no client uses', () => {
  const at = (address: string, family: 'IPv4' | 'IPv6', internal = false) => {
    const common = { address, netmask: '', mac: '', internal, cidr: null }
    return family === 'IPv6' ? { ...common, family, scopeid: 0 } : { ...common, family }
  }
  const interfaces = {
    lo: [at('127.0.0.1', 'IPv4', true), at('::1', 'IPv6', true)],
    eth0: [at('192.168.1.20', 'IPv4'), at('2001:db8::7', 'IPv6'), at('fe80::1', 'IPv6')],
  }
  const machine = { machineName: 'Lab-PC.example.org', interfaces }
  expect(listOwnNames({ ...machine, host: '0.0.0.0', publicName: 'lab.example.org, b.example.org' })).toEqual(
    [
      'localhost',
      'lab-pc.example.org',
      'lab-pc',
      'lab-pc.local',
      'lab.example.org',
      'b.example.org',
      '127.0.0.1',
      '::1',
      '192.168.1.20',
    ],
  )
  expect(
    listOwnNames({ machineName: 'a b', interfaces: {}, host: '2001:db8::7', publicName: undefined }),
  ).toEqual(['localhost', '2001:db8::7', '127.0.0.1', '::1'])
})
