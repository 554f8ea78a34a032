import { readFileSync } from 'node:fs'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { isRoot, type Walls } from './walls.ts'

/** One of the walls around plugins, for operators. */
export interface Wall {
  readonly name: string
  /** A sentence: the mechanism, or the gap without it. */
  readonly found: string
  readonly remedy: string
  readonly isRequired: boolean
}

const utilLinux = 'Install util-linux.'
/** Linux settings that forbid namespaces to users, with the closing value. */
const switches = [
  { name: 'user.max_user_namespaces', closed: '0', open: '10000' },
  { name: 'kernel.unprivileged_userns_clone', closed: '0', open: '1' }, // Debian
  { name: 'kernel.apparmor_restrict_unprivileged_userns', closed: '1', open: '0' }, // Ubuntu
] as const

/** Returns all walls, standing or not; null is for threads, which have none. */
export function listWalls(walls: Walls | null): readonly Wall[] {
  if (!walls) {
    const found = 'plugins run in threads of the host, which share everything with it.'
    return [toRequired('walls', found, 'Use --isolation process for code that you do not trust.')]
  }
  return [
    judgeSpaces(walls),
    judgeUser(walls),
    judgeMemory(walls),
    judgeDeath(walls),
    judgeCrowd(walls),
    judgePermissions(walls),
    judgeTracing(walls),
  ]
}

/** Checks the walls of `--sandbox require`; null stands for threads. @throws `config.invalid` */
export function requireWalls(walls: Walls | null): void {
  const missing = listWalls(walls).find(({ isRequired, remedy }) => isRequired && remedy !== '')
  if (!missing) return
  const { name, found, remedy } = missing
  const other = '--sandbox prefer starts with the walls that stand.'
  throw new SpecimenError('config.invalid', `--sandbox require: ${name}: ${found} ${remedy} ${other}`)
}

function toRequired(name: string, found: string, remedy = ''): Wall {
  return { name, found, remedy, isRequired: true }
}

function toWished(name: string, found: string, remedy = ''): Wall {
  return { name, found, remedy, isRequired: false }
}

function judgeSpaces({ enclosure, refused }: Walls): Wall {
  const name = 'own process table, network and files'
  if (enclosure !== 'supervisor')
    return toRequired(name, `by ${enclosure}; settings of the kernel are read-only.`)
  if (process.platform !== 'linux')
    return toRequired(name, `not to be had on ${process.platform}.`, 'Run the host on Linux.')
  if (refused.length === 0)
    return toRequired(name, 'switched off.', 'Leave --sandbox off out for code you do not trust.')
  return toRequired(name, `none (${listReasons(refused)}).`, adviseOnSpaces())
}

function listReasons(refused: Walls['refused']): string {
  return refused.map(({ enclosure, reason }) => `${enclosure}: ${reason}`).join('; ')
}

/** Names known restrictions of this machine; its own messages are in the reasons. */
function adviseOnSpaces(): string {
  const closed = switches.filter(({ name, closed }) => readSetting(name) === closed)
  if (closed.length > 0) return `${closed.map(({ name, open }) => `sysctl ${name}=${open}`).join(', ')}.`
  return (
    'Mend what the reasons name, or install bubblewrap; a container needs a seccomp profile that allows ' +
    'unshare and mount, and /proc unmasked.'
  )
}

/** A file that root leaves open is open to its plugins. */
function judgeUser({ enclosure, isNobody, refused }: Walls): Wall {
  const name = 'user without rights'
  if (isNobody) return toRequired(name, 'this host is root, and its plugins are nobody.')
  if (!isRoot()) return toRequired(name, 'the user of this host, who is not root.')
  const reasons = enclosure === 'supervisor' ? '' : ` (${listReasons(refused)})`
  const found = `this host is root, and so are its plugins${reasons}: one gap leads to the whole machine.`
  return toRequired(name, found, 'Run the host as a user of its own.')
}

function judgeMemory({ hasLimits, nodeBytes }: Walls): Wall {
  const name = 'memory of a run'
  const reserved = Math.round(nodeBytes / 2 ** 20)
  if (hasLimits) return toRequired(name, `limited by prlimit, beyond the ${reserved} MiB that Node reserves.`)
  const found = 'only the JavaScript heap is limited, not typed arrays: there is no prlimit.'
  return toRequired(name, found, utilLinux)
}

function judgeDeath({ hasDeathSignal }: Walls): Wall {
  const name = 'end with the host'
  if (hasDeathSignal) return toWished(name, 'by setpriv.')
  return toWished(
    name,
    'a run in an endless loop outlives a host that is killed: there is no setpriv.',
    utilLinux,
  )
}

function judgeCrowd({ hasPermissions, hasLimits, enclosure, isNobody }: Walls): Wall {
  const name = 'number of processes'
  if (hasPermissions) return toWished(name, 'plugins start none unless allowed.')
  // The kernel does not count processes of root.
  const isFixed = hasLimits && enclosure !== 'supervisor' && (isNobody || !isRoot())
  if (isFixed) return toWished(name, 'limited by prlimit.')
  const remedy = 'Use Node 22.13 or newer, a user other than root, or a pids limit (TasksMax).'
  return toWished(name, 'not limited.', remedy)
}

function judgePermissions({ hasPermissions }: Walls): Wall {
  const name = "Node's permission model"
  if (hasPermissions) return toWished(name, 'reads in bundles only; no writes, programs or workers.')
  if (process.allowedNodeEnvironmentFlags.has('--permission'))
    return toWished(name, 'switched off.', 'Leave --sandbox off out for code you do not trust.')
  return toWished(name, `Node ${process.versions.node} has none.`, 'Use Node 22.13 or newer.')
}

/** Judges the access of processes of the same user to the host's memory. */
function judgeTracing({ enclosure }: Walls): Wall {
  const name = 'memory of the host'
  if (enclosure !== 'supervisor') return toWished(name, 'plugins do not see the host.')
  const scope = Number(readSetting('kernel.yama.ptrace_scope') ?? 0)
  if (scope > 0) return toWished(name, `closed by kernel.yama.ptrace_scope ${scope}.`)
  return toWished(
    name,
    'other processes of this user may open it.',
    'Set sysctl kernel.yama.ptrace_scope to 1.',
  )
}

function readSetting(name: string): string | undefined {
  try {
    return readFileSync(`/proc/sys/${name.replaceAll('.', '/')}`, 'utf8').trim()
  } catch {
    return undefined
  }
}
