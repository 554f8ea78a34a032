import { existsSync, lstatSync, readlinkSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Need } from '../../domain/needs.ts'
import type { Enclosure, Walls } from './walls.ts'

/** What is spawned, and where its parts are found; the environment has nothing else. */
export interface Command {
  readonly file: string
  readonly args: readonly string[]
  readonly env: { readonly PATH?: string | undefined }
}

/** What is to be held, and what of the machine it sees. */
export interface Enclosed {
  /** Node with its arguments. */
  readonly program: readonly [file: string, ...args: string[]]
  /** Absolute paths of folders and files that it may read, beside the machine's programs and libraries. */
  readonly readable: readonly string[]
  readonly needs: readonly Need[]
  /** A number that everything started by it will bear; see `Leftovers`. */
  readonly mark: number
  /** Bytes of data memory it may have, typed arrays included, which V8's heap limit does not count. */
  readonly dataBytes: number
}

const system = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix/store', '/gnu/store']
/** Of `/etc`: without the first `os.homedir()` throws, and without the second dates are in UTC. */
const settings = ['/etc/passwd', '/etc/localtime']
const networkSettings = ['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf', '/etc/ssl']
/** Processes and threads of one pool process. The kernel counts them where the host is not root. */
const crowd = 512
/** Size of the private `/tmp`, which is memory. */
const temporaryBytes = 64 * 2 ** 20

/**
 * A shell that waits. It is the parent of the pool process in the place of the host, and ends as that does
 * (128 and the signal's number, as shells say it); who kills it ends one pool process.
 */
const supervise = `"$@"; exit $?`

/**
 * Returns the command that runs a program within an enclosure, under its limits. Every part replaces itself
 * with the next, or waits for it, and whatever ends the first of them ends all.
 */
export function enclose(
  walls: Pick<Walls, 'enclosure' | 'hasLimits' | 'hasDeathSignal'>,
  enclosed: Enclosed,
): Command {
  const { mark, dataBytes, program } = enclosed
  const limits = walls.hasLimits ? ['prlimit', `--locks=${mark}:${mark}`, `--data=${dataBytes}`] : []
  const crowded = walls.hasLimits ? ['prlimit', `--nproc=${crowd}:${crowd}`] : []
  const mortal = walls.hasDeathSignal ? ['setpriv', '--pdeathsig', 'KILL'] : []
  // Elsewhere the kernel would count all processes of the user.
  const inner = walls.enclosure === 'supervisor' ? mortal : crowded
  const outer = enclosures[walls.enclosure](enclosed, [...inner, ...program])
  const [file = '', ...args] = [...limits, ...mortal, ...outer]
  return { file, args, env: { PATH: process.env.PATH } }
}

const enclosures: {
  readonly [Name in Enclosure]: (enclosed: Enclosed, program: readonly string[]) => readonly string[]
} = {
  supervisor: (_, program) => ['sh', '-c', supervise, 'specimen', ...program],
  bubblewrap: (enclosed, program) => {
    const own = ['--unshare-all', ...(enclosed.needs.includes('net') ? ['--share-net'] : [])]
    return [
      'bwrap',
      ...own,
      '--die-with-parent',
      '--cap-drop',
      'ALL',
      ...toMounts(enclosed),
      '--',
      ...program,
    ]
  },
  namespaces: (enclosed, program) => {
    const own = ['--user', '--map-root-user', '--mount', '--ipc', '--uts', '--pid', '--fork', '--kill-child']
    const network = enclosed.needs.includes('net') ? [] : ['--net']
    return ['unshare', ...own, ...network, 'sh', '-c', toScript(enclosed), 'specimen', ...program]
  },
}

/** What of the machine is seen: links as they are, other things bound, read-only, at their places. */
interface Sight {
  readonly links: readonly string[]
  /** Programs, libraries and settings. */
  readonly system: readonly string[]
  /** What may lie below `/tmp`, and so is bound after that. */
  readonly own: readonly string[]
}

function toSight({ program, readable, needs }: Enclosed): Sight {
  const etc = needs.includes('net') ? [...settings, ...networkSettings] : settings
  const present = [...system, ...etc].filter((path) => existsSync(path))
  const isLink = (path: string): boolean => system.includes(path) && lstatSync(path).isSymbolicLink()
  const whole = present.filter((path) => !isLink(path))
  const isSeen = (path: string): boolean => whole.some((folder) => path.startsWith(`${folder}/`))
  return {
    links: present.filter(isLink),
    system: whole,
    own: [program[0], ...readable].filter((path) => existsSync(path) && !isSeen(path)),
  }
}

function toMounts(enclosed: Enclosed): string[] {
  if (enclosed.needs.includes('fs')) return ['--bind', '/', '/', '--proc', '/proc', '--dev', '/dev']
  const { links, system, own } = toSight(enclosed)
  const bind = (path: string): string[] => ['--ro-bind', path, path]
  const base = [...system.flatMap(bind), ...links.flatMap((path) => ['--symlink', readlinkSync(path), path])]
  const fresh = ['--proc', '/proc', '--dev', '/dev', '--size', String(temporaryBytes), '--tmpfs', '/tmp']
  return [...base, ...fresh, ...own.flatMap(bind), '--remount-ro', '/', '--chdir', '/']
}

/**
 * Returns what a shell with all rights in its own namespaces does: builds a tree of files, makes it the root,
 * gives up every right and waits for the program. The tree is built over /sys, which is on every machine and
 * of which nothing is bound: of folders and empty files in memory, which are seen read-only and have other
 * things mounted on them. Each program that a shell starts costs a millisecond of every start, so that there
 * is one for all folders, and one for all mounts.
 */
function toScript(enclosed: Enclosed): string {
  const run = `setpriv --bounding-set=-all --inh-caps=-all --no-new-privs -- ${supervise}`
  if (enclosed.needs.includes('fs')) return ['set -e', 'mount -t proc proc /proc', 'set +e', run].join('\n')
  const { system, links, own } = toSight(enclosed)
  const memory = '/sys'
  const [blank, seen, table] = [`${memory}/blank`, `${memory}/seen`, `${memory}/table`]
  const paths = [...system, ...links, ...own]
  const files = ['/dev/null', ...paths.filter((path) => !statSync(path).isDirectory())]
  const folders = ['/proc', '/tmp', ...paths.filter((path) => !files.includes(path)), ...files.map(dirname)]
  const toPlace = (path: string): string => (isTemporary(path) ? memory : blank) + path
  const bind = (from: string, to: string, ...options: string[]): string =>
    `${toField(from)} ${toField(seen + to)} none ${['bind', ...options].join()} 0 0`
  const closed = ['ro', 'nosuid', 'nodev']
  const mounts = [
    bind(blank, '', ...closed),
    `proc ${seen}/proc proc nosuid,nodev,noexec 0 0`,
    bind(`${memory}/tmp`, '/tmp'),
    bind('/dev/null', '/dev/null'),
    ...paths.map((path) => bind(path, path, ...closed)),
  ]
  return [
    'set -e',
    `mount -t tmpfs -o mode=755,size=${temporaryBytes},nosuid,nodev specimen ${memory}`,
    `mkdir -p ${seen} ${memory}/tmp ${folders.map((path) => quote(toPlace(path))).join(' ')}`,
    ...files.map((path) => `: > ${quote(toPlace(path))}`),
    `printf '%s\\n' ${mounts.map(quote).join(' ')} > ${table}`,
    `mount -a -T ${table}`,
    `cd ${seen}`,
    'pivot_root . tmp',
    'umount -l /tmp',
    'cd /',
    'set +e',
    run,
  ].join('\n')
}

function isTemporary(path: string): boolean {
  return path.startsWith('/tmp/')
}

/** Returns a path as a field of a table of mounts, which a blank would end. */
function toField(path: string): string {
  return path.replaceAll(/[ \t\n\\]/g, (blank) => `\\${blank.charCodeAt(0).toString(8).padStart(3, '0')}`)
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/**
 * Returns what Node reads to run a script of this package: its folder, and the file that says that scripts
 * are modules, without which each start tries that out.
 */
export function listOwnFiles(script: string): readonly [folder: string, settings: string] {
  const folder = dirname(script)
  return [folder, join(dirname(folder), 'package.json')]
}
