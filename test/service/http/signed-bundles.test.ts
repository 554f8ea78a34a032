/** Hosts that take signed bundles only, with the command that signs them. */
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHost, type Host } from 'specimen-host'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCommand } from '../../../core/cli/run-command.ts'
import { makeBundle } from '../../support/make-bundle.ts'

let root: string
let plugins: string
let signers: string
let host: Host | undefined
const key = (name: string) => join(root, `${name}.pem`)

/** Runs `specimen sign`; returns what it has printed. */
async function sign(...args: string[]): Promise<string> {
  let text = ''
  const write = (piece: string) => {
    text += piece
    return true
  }
  const stream = { write, isTTY: false, columns: 80 }
  const streams = { stdout: stream, stderr: stream }
  const code = await runCommand(['sign', ...args], { streams, environment: {}, now: Date.now })
  return code === 0 ? text : `${code} ${text}`
}
const bundle = (name: string, value = 1) =>
  makeBundle(plugins, {
    name,
    source: `export const ${name} = () => ({ shape: [1, 1, 1], data: new Uint8Array([${value}]) })`,
    functions: [{ name, returns: 'volume' }],
  })
const start = async (watch = false) => {
  host = await createHost({ plugins, specimens: '', logLevel: 'silent', requireSignature: signers, watch })
}
const reload = async () => await host?.reload()
const list = async () => {
  const answer = await host?.inject('/api/plugins')
  return answer
    ?.json()
    .map((entry: { [name: string]: string }) => [entry.source, entry.code, entry.signed_by])
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'signed-bundles-'))
  plugins = join(root, 'bundles')
  signers = join(root, 'signers.txt')
  for (const name of ['a', 'b', 'c']) bundle(name)
  writeFileSync(signers, await sign('--new-key', key('lab')))
})
afterEach(async () => {
  await host?.close()
  host = undefined
})

it('takes what is signed, and names what is not, or was changed after', async () => {
  expect(await sign(join(plugins, 'a'), '--key', key('lab'))).toBe(`signed ${join(plugins, 'a')}\n`)
  await sign(join(plugins, 'b'), '--key', key('lab'))
  bundle('b', 2)
  await start()
  const refused = 'signature.invalid'
  expect(await list()).toEqual([
    ['a', null, 'lab'],
    ['b', refused, null],
    ['c', refused, null],
  ])
  const details = (await reload())?.errors.map(({ detail }) => detail)
  expect(details?.[0]).toMatch(/^manifest.sig must be of lab, and for this manifest.json .* sign the bundle/)
  expect(details?.[1]).toMatch(
    /^manifest.sig is missing; sign the bundle \(npx --no -- specimen sign\) with a key of/,
  )
  await sign(plugins, '--key', key('lab'))
  expect((await reload())?.errors).toEqual([])
})

it('signs the bundles of several folders, each once, or none when one of them has none', async () => {
  const [a, b] = [join(plugins, 'a'), join(plugins, 'b')]
  expect(await sign(b, a, b, '--key', key('lab'))).toBe(`signed ${b}\nsigned ${a}\n`)
  const text = await sign(plugins, root, '--key', key('lab'))
  expect(text).toContain(`${root} must be a bundle, or a folder of some`)
  expect(existsSync(join(plugins, 'c', 'manifest.sig'))).toBe(false)
})

it('reads the keys again at each reload', async () => {
  const line = await sign('--new-key', key('guest'))
  await sign(plugins, '--key', key('guest'))
  await start()
  expect((await list())?.[0]).toEqual(['a', 'signature.invalid', null])
  appendFileSync(signers, line)
  await reload()
  expect((await list())?.[0]).toEqual(['a', null, 'guest'])
  writeFileSync(signers, '')
  expect((await reload())?.errors).toHaveLength(3)
})

it('keeps what it has while the keys cannot be read, and does not start without them', async () => {
  await sign(plugins, '--key', key('lab'))
  await start()
  rmSync(signers)
  await expect(reload()).rejects.toThrow("The file of signers' keys cannot be read")
  expect((await list())?.[0]).toEqual(['a', null, 'lab'])
  const options = { plugins, specimens: '', requireSignature: signers }
  await expect(createHost(options)).rejects.toMatchObject({ code: 'config.invalid' })
})

it('keeps what it watches while a new version is not signed yet, but not when its key is taken out', async () => {
  await sign(plugins, '--key', key('lab'))
  await start(true)
  bundle('a', 2)
  await reload()
  expect((await list())?.slice(0, 2)).toEqual([
    ['a', null, 'lab'],
    ['a', 'signature.invalid', null],
  ])
  rmSync(key('lab'))
  writeFileSync(signers, await sign('--new-key', key('lab'))) // another, of the same name
  await reload()
  expect((await list())?.[0]).toEqual(['a', 'signature.invalid', null])
})

it('makes keys that only their owner reads, and never over another', async () => {
  expect(statSync(key('lab')).mode & 0o777).toBe(0o600)
  const before = readFileSync(key('lab'), 'utf8')
  expect(await sign('--new-key', key('lab'))).toMatch(/^2 specimen: .*could not be made: EEXIST/)
  expect(readFileSync(key('lab'), 'utf8')).toBe(before)
  expect(await sign(root, '--key', key('lab'))).toMatch(
    /^2 specimen: .* must be a bundle, or a folder of some/,
  )
  expect(await sign(plugins)).toMatch(/^2 specimen: A folder of bundles and --key are needed/)
  expect(await sign(plugins, '--new-key', key('new'))).toMatch(/^2 specimen: --new-key makes a key and signs/)
})
