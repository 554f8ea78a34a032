/** The walls as operators are told of them, on machines that have them and on machines that do not. */
import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { checkWalls } from '../../../core/cli/doctor/wall-checks.ts'
import { requireWalls } from '../../../core/engine/run/walls/list-walls.ts'
import { isRoot, type Sandbox, type Walls } from '../../../core/engine/run/walls/walls.ts'
import { listUntried, listWalls, makeReadableFolder } from '../../interface/runner-harness.ts'

const standing: Walls = {
  enclosure: 'namespaces',
  isNobody: isRoot(),
  hasLimits: true,
  hasDeathSignal: true,
  hasPermissions: false,
  nodeBytes: 2 ** 26,
  refused: [],
}
const reason = 'mount: /sys/seen/usr: the folder is named first'
const open: Walls = {
  ...standing,
  enclosure: 'supervisor',
  isNobody: false,
  refused: [{ enclosure: 'namespaces', reason }],
}
const walled = await listWalls()

const check = async (sandbox: Sandbox, walls: Walls) =>
  await checkWalls({ isolation: 'process', sandbox }, async () => walls)

it.each([
  ['all that is required', standing],
  ['no spaces', open],
  ['no limits', { ...standing, hasLimits: false }],
  ['no permission model', { ...standing, hasPermissions: false }],
])('fails where a host with --sandbox require does not start, and nowhere else: %s', async (_, walls) => {
  const failed = (await check('require', walls)).filter(({ state }) => state === 'fail')
  const start = () => requireWalls(walls)
  if (failed.length === 0) expect(start).not.toThrow()
  else expect(start).toThrow(failed[0]?.found)
  expect((await check('prefer', walls)).filter(({ state }) => state === 'fail')).toEqual([])
})

it('shows what the machine said', async () => {
  expect((await check('prefer', open))[0]).toMatchObject({
    state: 'warn',
    found: expect.stringContaining(reason),
  })
})

it('warns of threads, and of walls that are switched off', async () => {
  const threads = await checkWalls({ isolation: 'thread', sandbox: 'require' }, async () => standing)
  expect(threads.map(({ state }) => state)).toEqual(['fail'])
  const [spaces] = await check('off', { ...open, refused: [] })
  if (process.platform === 'linux') expect(spaces).toMatchObject({ state: 'warn', found: 'switched off.' })
})

it.runIf(isRoot())('warns where this host is root, and its plugins are', async () => {
  const [, user] = await check('prefer', { ...standing, isNobody: false })
  expect(user).toMatchObject({ state: 'warn', found: expect.stringContaining('so are its plugins') })
})

it.skip.each(await listUntried(walled))('%s', () => {})

it.each(walled)('finds walls below whose folders the machine has mounts ($enclosure)', () => {
  const user = isRoot() ? [] : ['--user', '--map-root-user']
  const temporary = makeReadableFolder()
  const script = `mount -t tmpfs a "$1" && mount -t tmpfs -o noexec b "$2" && mkdir "$2/c" &&
    mount -t tmpfs d "$2/c" && shift 2 && exec "$@"`
  const doctor = [process.execPath, 'dist/cli.js', 'doctor', '--json', '--port', '0']
  const args = [...user, '--mount', 'sh', '-c', script, 'sh', '/usr/share/doc', temporary, ...doctor]
  const env = { ...process.env, TMPDIR: temporary }
  const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8', env })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/"own process table, network and files",\s*"state":\s*"ok"/)
})
