/** Addresses that cannot be had: one line that says what to do, from every command that listens. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'
import { createHost } from 'specimen-host'
import { expect, it, onTestFinished } from 'vitest'
import { listOtherAddresses } from '../../core/cli/host-commands.ts'
import { toListenProblem } from '../../core/service/http/connection/listen-address.ts'
import { makeProbe } from '../support/probe-bundle.ts'
import { startProgram } from './federation-processes.ts'

async function takePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port // it listens on a port
}

it.each(['serve', 'relay', 'dev'])(
  'specimen %s names a port that is taken and a way out',
  async (command) => {
    const port = await takePort()
    const { exit, stderr } = startProgram([command, '--port', String(port)])
    expect(await exit).toEqual([2, null])
    expect(stderr()).toBe(
      `specimen: On 127.0.0.1, port ${port} is taken by another program; --port 0 takes a free one.\n`,
    )
  },
)

it.each([
  ['serve', '300.1.1.1'],
  ['relay', '192.0.2.1'],
  ['dev', '300.1.1.1'],
])('specimen %s refuses the address %s, which is not of this machine', async (command, host) => {
  const { exit, stderr } = startProgram([command, '--port', '0', '--host', host])
  expect(await exit).toEqual([2, null])
  expect(stderr()).toMatch(
    /^specimen: "\S+" is not an address of this machine, nor a name of one\. --host 127\.0\.0\.1 .*\n$/,
  )
})

it.each([
  ['[::1]', '::1'],
  ['[::1]:80', '::1 --port 80'],
  ['localhost:8000', 'localhost --port 8000'],
  ['http://localhost/', 'localhost'],
  ['https://127.0.0.1:8443', '127.0.0.1 --port 8443'],
])('the address %s, in a form of URLs, is given back as flags', (host, flags) => {
  const error = Object.assign(new Error(), { code: 'ENOTFOUND' })
  expect(String(toListenProblem(error, host, 8000))).toMatch(
    new RegExp(`Write it alone: --host ${flags}\\.$`),
  )
})

it.each([
  [{}, /port \d+ is taken by another program; --port 0 takes a free one/],
  [{ host: '300.1.1.1', allowAnonymous: true }, /"300\.1\.1\.1" is not an address of this machine/],
])('a host in a program rejects when it is to listen there with %j', async (given, text) => {
  const { plugins, specimens } = makeProbe()
  const host = await createHost({ plugins, specimens, port: await takePort(), logLevel: 'silent', ...given })
  onTestFinished(() => host.close())
  await expect(host.listen()).rejects.toMatchObject({
    name: 'SpecimenError',
    code: 'config.invalid',
    message: expect.stringMatching(text),
  })
})

it.each([
  ['EADDRINUSE', 'port 80 is taken'],
  ['EACCES', 'Take one from 1024 on'],
  ['EADDRNOTAVAIL', 'not an address of this machine'],
  ['EAFNOSUPPORT', 'not an address of this machine'],
  ['ENOTFOUND', 'not an address of this machine'],
  ['EAI_AGAIN', 'not an address of this machine'],
])('puts %s into words', (code, text) => {
  const cause = Object.assign(new Error('listen'), { code })
  expect(toListenProblem(cause, 'lab', 80)).toMatchObject({
    code: 'config.invalid',
    message: expect.stringContaining(text),
    cause,
  })
})

it('leaves other errors as they are', () => {
  const error = new RangeError('none of the system')
  expect(toListenProblem(error, 'lab', 80)).toBe(error)
})

const lan = [{ address: '10.0.0.5', family: 'IPv4', internal: false }] as NetworkInterfaceInfo[] // as far as read

it.each(['0.0.0.0', '0', '::', '::0'])('says beside its first line that %s is every address', (host) => {
  expect(listOtherAddresses(host, 'http://127.0.0.1:8100', { lan })).toBe(
    `It listens on every address of this machine (--host ${host}): http://10.0.0.5:8100\n`,
  )
})

it('leaves out a port that the scheme has, and says when there is no other address', () => {
  expect(listOtherAddresses('::', 'https://[::1]', { lan })).toContain(': https://10.0.0.5\n')
  expect(listOtherAddresses('::', 'http://[::1]:8100', {})).toContain(': it has no other now\n')
})

it.each(['127.0.0.1', '10.0.0.5', '::1', 'localhost'])('has nothing to add of %s', (host) => {
  expect(listOtherAddresses(host, `http://lab:80`, { lan })).toBe('')
})

it('says on the terminal and in the log that a host listens everywhere', async () => {
  const { plugins, specimens } = makeProbe()
  const args = ['--port', '0', '--host', '0.0.0.0', '--token', 't', '--plugins', plugins]
  const { line, kill, exit, said, log } = startProgram(['serve', ...args, '--specimens', specimens])
  await line(/^listening on http:\/\/127\.0\.0\.1:\d+$/)
  kill('SIGTERM')
  await exit
  expect(said()).toContain('It listens on every address of this machine (--host 0.0.0.0): ')
  expect(log).toContainEqual(expect.objectContaining({ msg: 'started', host: '0.0.0.0' }))
})

it('names variables that are misspelt, and serves all the same', async () => {
  const { plugins, specimens } = makeProbe()
  const args = ['serve', '--port', '0', '--plugins', plugins, '--specimens', specimens]
  const { line, stderr } = startProgram(args, { SPECIMEN_POOL_SIZ: '4', SPECIMEN_TOKEN: 't' })
  await line(/^listening on/)
  expect(stderr()).toBe('WARNING: SPECIMEN_POOL_SIZ is not known; did you mean SPECIMEN_POOL_SIZE?\n')
})
