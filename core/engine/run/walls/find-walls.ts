import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { toVisibleText } from '../../../contract/text/visible-text.ts'
import { type Enclosure, isRoot, type Sandbox, type Walls } from './walls.ts'

/** Starts a pool process within untested walls; resolves with null when they stand, else the reason. */
export type TryOut = (walls: Walls) => Promise<string | null>

const toolMilliseconds = 20_000
const reasonLength = 300
/** Twice the reservation of Node 24. An embedding host may have reserved more. */
const mostNodeBytes = 2 ** 30

/**
 * Returns the best walls of this machine: those that a test process has confirmed from inside. Where this
 * host is root, plugins run as another user if possible. Nearly every Linux has all tools, so their absence
 * is examined only after a failure; where the first walls stand, only the process of the first run is
 * started.
 */
export async function findWalls(sandbox: Sandbox, tryOut: TryOut): Promise<Walls> {
  const isLinux = process.platform === 'linux'
  const enclosures: readonly Enclosure[] = isLinux && sandbox !== 'off' ? ['bubblewrap', 'namespaces'] : []
  const installed = enclosures.filter((enclosure) => enclosure === 'namespaces' || isInstalled('bwrap'))
  const forms = (isRoot() ? [true, false] : [false]).flatMap((isNobody) =>
    installed.map((enclosure) => ({ enclosure, isNobody })),
  )
  const hasPermissions = sandbox !== 'off' && process.allowedNodeEnvironmentFlags.has('--permission')
  const nodeBytes = readReserved()
  const tryEach = async ({
    hasLimits,
    hasDeathSignal,
  }: Awaited<ReturnType<typeof findTools>>): Promise<Walls> => {
    // With an unknown reservation of Node, any limit may end it at its start.
    const base = { hasLimits: hasLimits && nodeBytes > 0, hasDeathSignal, hasPermissions, nodeBytes }
    const refused: Walls['refused'][number][] = enclosures
      .filter((enclosure) => !installed.includes(enclosure))
      .map((enclosure) => ({ enclosure, reason: 'bwrap is not installed' }))
    for (const form of forms) {
      const walls = { ...form, ...base, refused: [...refused] }
      const reason = await tryOut(walls)
      if (reason === null) return walls
      const text = `${form.isNobody ? 'as nobody: ' : ''}${reason.slice(0, reasonLength)}`
      refused.push({ enclosure: form.enclosure, reason: toVisibleText(text) })
    }
    return { enclosure: 'supervisor', isNobody: false, ...base, refused }
  }
  const walls = await tryEach({ hasLimits: isLinux, hasDeathSignal: isLinux })
  if (walls.enclosure !== 'supervisor' || (await tryOut(walls)) === null) return walls
  const others = await tryEach(await findTools())
  if (others.enclosure !== 'supervisor' || (await tryOut(others)) === null) return others
  return { ...others, hasLimits: false }
}

async function findTools(): Promise<Pick<Walls, 'hasLimits' | 'hasDeathSignal'>> {
  const [hasLimits, hasDeathSignal] = await Promise.all([
    works('prlimit', '--version'),
    works('setpriv', '--pdeathsig', 'KILL', 'true'),
  ])
  return { hasLimits, hasDeathSignal }
}

async function works(file: string, ...args: readonly string[]): Promise<boolean> {
  return await promisify(execFile)(file, args, { timeout: toolMilliseconds }).then(
    () => true,
    () => false,
  )
}

function isInstalled(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
}

/** Returns Node's reserved and untouched bytes in this process, as in another; 0 where unknown. */
function readReserved(): number {
  const path = '/proc/self/status'
  const status = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const read = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1])
  return Math.min((read('VmData') - read('RssAnon')) * 1024 || 0, mostNodeBytes)
}
