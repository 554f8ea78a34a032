import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkCertificate } from '../../../core/cli/doctor/certificate-checks.ts'
import { toConfig } from '../../../core/options/config.ts'
import { keepCertificate } from '../../../core/service/tls/kept-certificate.ts'
import { makeCertificate } from '../../../core/service/tls/make-certificate.ts'
import { listOwnNames } from '../../../core/service/tls/own-names.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'

const day = 86_400_000
const now = Date.UTC(2026, 5, 1)
const scene = { now, machineName: 'lab-pc', interfaces: {}, environment: {} }
const check = async (given: Parameters<typeof toConfig>[0], time = now) =>
  await checkCertificate(toConfig(given), { ...scene, now: time })

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-certificate-'))
  temporaryFolders.push(folder)
  return folder
}

it('says nothing of a host without TLS', async () => {
  expect(await check({})).toEqual([])
})

it('says until when and for which names a kept certificate is, and when another will be made', async () => {
  const tlsFolder = makeFolder()
  expect(await check({ https: true, tlsFolder })).toMatchObject([
    { name: 'certificate', state: 'ok', found: `none in ${tlsFolder} yet; a host makes one at its start.` },
  ])
  const names = listOwnNames({ ...scene, host: '127.0.0.1', publicName: undefined })
  await keepCertificate(tlsFolder, names, now)
  const [finding] = await check({ https: true, tlsFolder })
  expect(finding?.found).toMatch(/^until 2027-07-03 for localhost, lab-pc, .* \(SHA-256 [0-9A-F:]{95}\)\.$/)
  const [other] = await check({ https: true, tlsFolder, publicName: 'lab.example.org' })
  expect(other?.found).toContain('makes a new one at its start: lab.example.org is missing in it.')
  const [late] = await check({ https: true, tlsFolder }, now + 380 * day)
  expect(late?.found).toContain('makes a new one at its start: it ends soon.')
})

it('warns of files that end soon, and fails for those that no host starts with', async () => {
  const folder = makeFolder()
  const [tlsCert, tlsKey] = [join(folder, 'lab.pem'), join(folder, 'lab.key')]
  const pair = makeCertificate({ names: ['lab.example.org'], from: now - day, until: now + 40 * day })
  writeFileSync(tlsCert, pair.certificate)
  writeFileSync(tlsKey, pair.key)
  expect(await check({ tlsCert, tlsKey })).toMatchObject([{ state: 'ok' }])
  expect(await check({ tlsCert, tlsKey }, now + 20 * day)).toMatchObject([
    { state: 'warn', found: expect.stringContaining('until 2026-07-11 for lab.example.org') },
  ])
  expect(await check({ tlsCert, tlsKey }, now + 41 * day)).toMatchObject([
    { state: 'fail', found: expect.stringContaining('has ended') },
  ])
  expect(await check({ tlsCert })).toMatchObject([
    { state: 'fail', found: expect.stringContaining('--tls-key') },
  ])
})
