/** The Dockerfile: a linter's opinion, and that what it names is in the package and known to the host. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { validate } from 'dockerfile-utils'
import { createHost } from 'specimen-host'
import { expect, it, onTestFinished } from 'vitest'
import { options } from '../../../core/options/config.ts'
import { bin, readCommand, readDeployment, root, toEnvironment, version } from './deployment-files.ts'

const text = readDeployment('Dockerfile')
/** Its instructions, each a word and what follows it. */
const instructions = text
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ word: line.split(' ', 1)[0] ?? '', rest: line.replace(/^\S+ /, '') }))
const lastStage = instructions.slice(instructions.findLastIndex(({ word }) => word === 'FROM'))
const archive = `specimen-host-${version}.tgz`

/** Returns what follows a word in the last stage. */
function read(word: string): string {
  return lastStage.find((instruction) => instruction.word === word)?.rest ?? ''
}

it('is a Dockerfile of which a linter has nothing to say', () => {
  expect(validate(text)).toEqual([])
})

it('starts from one image, named by its digest, of a Node that has the permission model', () => {
  const images = instructions
    .filter(({ word }) => word === 'FROM')
    .map(({ rest }) => rest.split(' ')[0] ?? '')
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a variable of Docker's
  expect(new Set(images)).toEqual(new Set(['${NODE}']))
  const [image] = instructions.flatMap(({ word, rest }) => (word === 'ARG' ? [rest] : []))
  const [, node] = /^NODE=node:(\d+)-slim@sha256:[0-9a-f]{64}$/.exec(image ?? '') ?? []
  expect(Number(node)).toBeGreaterThanOrEqual(24)
})

it('copies what npm pack makes and what is in the repository, as its ignore file lets through', () => {
  const copied = instructions
    .filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from'))
    .flatMap(({ rest }) => rest.split(' ').slice(0, -1))
  const ignored = readDeployment('Dockerfile.dockerignore').split('\n')
  expect(ignored.filter((line) => line !== '' && !/^[#!]/.test(line))).toEqual(['*'])
  const allowed = ignored.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
  expect(allowed.map((name) => name.replace('*', version))).toEqual(copied)
  expect(copied.filter((name) => name !== archive && !existsSync(join(root, name)))).toEqual([])
})

it('starts the program of the package, with options that it takes', () => {
  const words: string[] = [...JSON.parse(read('ENTRYPOINT')), ...JSON.parse(read('CMD'))]
  const at = words.indexOf(`/app/${bin.specimen}`)
  expect(words.slice(0, 3)).toEqual(['tini', '--', 'node'])
  expect(at).toBeGreaterThan(2)
  const environment = toEnvironment(read('ENV').split(' '))
  const config = readCommand(words.slice(at + 1), environment)
  expect(JSON.parse(read('VOLUME'))).toEqual([config?.plugins, config?.specimens])
  expect(config?.host).toBe('0.0.0.0')
  expect(read('EXPOSE')).toBe(String(options.port.default))
})

it('runs as a user, who is asked to stop as a host expects it', () => {
  expect(read('USER')).toBe('node')
  expect(read('STOPSIGNAL')).toBe('SIGTERM')
})

it('asks a host for its health, and notices when there is none', async () => {
  const host = await createHost({ plugins: '', specimens: '', port: 0, logLevel: 'silent' })
  onTestFinished(() => host.close())
  const [, written = ''] = /CMD (.*)$/.exec(read('HEALTHCHECK')) ?? []
  const address = await host.listen()
  const check = async (): Promise<number> => {
    const [, ...args]: string[] = JSON.parse(written.replace('http://127.0.0.1:8000', address))
    return await promisify(execFile)(process.execPath, args).then(
      () => 0,
      ({ code }) => code,
    )
  }
  expect(written).toContain('http://127.0.0.1:8000/')
  expect(await check()).toBe(0)
  await host.close()
  expect(await check()).toBe(1)
})
