import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Walls } from '../run/walls/walls.ts'
import { type Finding, toOk } from './finding.ts'

const utilLinux = 'Install util-linux.'

/** Returns which of the walls around plugins were found to stand, and what to do for the others. */
export async function checkWalls(
  { isolation, sandbox }: Config,
  findWalls: () => Promise<Walls>,
): Promise<readonly Finding[]> {
  // What is missing matters more to an operator who does not start without it.
  const missing = sandbox === 'require' ? 'fail' : 'warn'
  if (isolation === 'thread')
    return [
      {
        name: 'walls',
        state: missing,
        found: 'plugins run in threads of the host, which share everything with it.',
        remedy: 'Use --isolation process for code that you do not trust.',
      },
    ]
  const walls = await findWalls()
  return [
    checkSpaces(walls, sandbox === 'off' ? null : missing),
    checkMemory(walls, missing),
    checkDeath(walls),
    checkCrowd(walls),
    checkPermissions(walls),
    checkTracing(walls),
  ]
}

function checkSpaces({ enclosure, refused }: Walls, missing: 'warn' | 'fail' | null): Finding {
  const name = 'own process table, network and files'
  if (enclosure !== 'supervisor') return toOk(name, `by ${enclosure}.`)
  if (missing === null)
    return {
      name,
      state: 'warn',
      found: 'switched off.',
      remedy: 'Leave --sandbox off out for code you do not trust.',
    }
  if (process.platform !== 'linux')
    return {
      name,
      state: missing,
      found: `not to be had on ${process.platform}.`,
      remedy: 'Run the host on Linux.',
    }
  const reasons = refused.map((tried) => `${tried.enclosure}: ${tried.reason}`).join('; ')
  const remedy =
    'Install bubblewrap, and let users have namespaces: sysctl user.max_user_namespaces above 0, ' +
    'kernel.unprivileged_userns_clone=1 (Debian), kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu); ' +
    'in a container, a seccomp profile that allows unshare and mount, and /proc unmasked.'
  return { name, state: missing, found: `none (${reasons}).`, remedy }
}

function checkMemory({ hasLimits, nodeBytes }: Walls, missing: 'warn' | 'fail'): Finding {
  const name = 'memory of a run'
  if (hasLimits) {
    const found = `limited by prlimit, beyond the ${Math.round(nodeBytes / 2 ** 20)} MiB that Node reserves.`
    return toOk(name, found)
  }
  const found = 'only the JavaScript heap is limited, not typed arrays: there is no prlimit.'
  return { name, state: missing, found, remedy: utilLinux }
}

function checkDeath({ hasDeathSignal }: Walls): Finding {
  const name = 'end with the host'
  if (hasDeathSignal) return toOk(name, 'by setpriv.')
  const found = 'a run in an endless loop outlives a host that is killed: there is no setpriv.'
  return { name, state: 'warn', found, remedy: utilLinux }
}

function checkCrowd({ hasPermissions, hasLimits, enclosure }: Walls): Finding {
  const name = 'number of processes'
  if (hasPermissions) return toOk(name, 'plugins start none unless allowed.')
  const isFixed = hasLimits && enclosure !== 'supervisor' && process.getuid?.() !== 0
  if (isFixed) return toOk(name, 'limited by prlimit.')
  const found = hasLimits
    ? 'watched: a crowd is found and ended within a second, for the kernel does not limit this user here.'
    : 'not limited: there is no prlimit.'
  const remedy =
    'Run the host on Node 22.13 or newer, as a user other than root, or under a pids limit (TasksMax).'
  return { name, state: 'warn', found, remedy }
}

function checkPermissions({ hasPermissions }: Walls): Finding {
  const name = "Node's permission model"
  if (hasPermissions) return toOk(name, 'reads in bundles only; no writes, programs or workers.')
  const isThere = process.allowedNodeEnvironmentFlags.has('--permission')
  const found = isThere ? 'switched off.' : `Node ${process.versions.node} has none.`
  const remedy = isThere ? 'Leave --sandbox off out for code you do not trust.' : 'Use Node 22.13 or newer.'
  return { name, state: 'warn', found, remedy }
}

/** Whether a process of the same user may open the memory of the host. */
function checkTracing({ enclosure }: Walls): Finding {
  const name = 'memory of the host'
  if (enclosure !== 'supervisor') return toOk(name, 'plugins do not see the host.')
  const scope = readNumber('/proc/sys/kernel/yama/ptrace_scope')
  if (scope > 0) return toOk(name, `closed by kernel.yama.ptrace_scope ${scope}.`)
  const found = 'other processes of this user may open it.'
  return { name, state: 'warn', found, remedy: 'Set sysctl kernel.yama.ptrace_scope to 1.' }
}

/** Returns 0 where there is no such setting. */
function readNumber(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8'))
  } catch {
    return 0
  }
}
