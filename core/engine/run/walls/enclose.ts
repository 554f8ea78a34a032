import { existsSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { Need } from '../../../contract/domain/needs.ts'
import { type Enclosure, nobody, type Walls } from './walls.ts'

/** A command with its complete environment. */
export interface Command {
  readonly file: string
  readonly args: readonly string[]
  readonly env: { readonly PATH?: string | undefined }
}

/** A program, and its view of the machine. */
export interface Enclosed {
  readonly program: readonly [file: string, ...args: string[]]
  /** Absolute paths of folders and files that it may read, beside the machine's programs and libraries. */
  readonly readable: readonly string[]
  readonly needs: readonly Need[]
  /** Most bytes of data memory, typed arrays included, which V8's heap limit does not count. */
  readonly dataBytes: number
}

const system = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix/store', '/gnu/store']
/** Files in `/etc`: without the first `os.homedir()` throws, and without the second dates are in UTC. */
const settings = ['/etc/passwd', '/etc/localtime']
const networkSettings = ['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf', '/etc/ssl']
const crowd = 512
/** Size of the private `/tmp`, which is memory. */
const temporaryBytes = 64 * 2 ** 20

/** Processes of each enclosure, the pool process included; each starts the next one. */
export const processCounts: { readonly [Name in Enclosure]: number } = {
  supervisor: 2,
  bubblewrap: 3,
  namespaces: 3,
}

/**
 * A waiting shell, the parent of the pool process in place of the host. Its exit code is that of the child
 * (128 and the signal's number); killing it ends only one pool process.
 */
const supervise = '"$@"; exit $?'

/** Keeps the machine's files, under a process table of its own. */
const showAll = `set -e
mount -t proc -o ro,nosuid,nodev,noexec proc /proc
set +e
${supervise}`

/**
 * Builds a tree of files and makes it the root, in a mount namespace of its own. Its arguments are the size
 * of `/tmp`, then folders, files, and both together, each as lines with blanks escaped as in a table of
 * mounts (\\040); then the program. The tree is built over /sys, which exists on every machine and is hidden:
 * folders and empty files in memory, on which the real ones are mounted. A mount of the machine below one of
 * them comes along, and each is then made read-only with its present settings, as those of another namespace
 * cannot be removed. Each program started by a shell costs a millisecond of every start, so one call serves
 * all folders, and one all mounts.
 */
const showSome = `set -ef
PATH=$PATH:/usr/sbin:/sbin
IFS='
'
mount -t tmpfs -o "mode=755,size=$1,nosuid,nodev" specimen /sys
umask 0
mkdir -p /sys/seen /sys/blank/proc /sys/blank/tmp /sys/blank/dev $(printf '/sys/blank%b\\n' $2)
for file in /dev/null $(printf '%b\\n' $3); do : > "/sys/blank$file"; done
umask 022
{
  printf '%s\\n' '/sys/blank /sys/seen none bind 0 0' '/sys/blank/tmp /sys/seen/tmp none bind 0 0'
  printf '%s\\n' '/dev/null /sys/seen/dev/null none bind 0 0'
  for path in $4; do printf '%s /sys/seen%s none rbind 0 0\\n' "$path" "$path"; done
} > /sys/mounts
mount -a -T /sys/mounts
while IFS=' ' read -r _ _ _ _ at flags _; do
  case $at in
    /sys/seen/tmp | /sys/seen/dev/null) ;;
    /sys/seen*) printf 'none %s none remount,bind,%s,ro,nosuid,nodev 0 0\\n' "$at" "$flags" ;;
  esac
done < /proc/self/mountinfo > /sys/closed
printf 'proc /sys/seen/proc proc ro,nosuid,nodev,noexec 0 0\\n' >> /sys/closed
mount -a -T /sys/closed
cd /sys/seen
pivot_root . tmp
umount -l /tmp
cd /
shift 4
unset IFS
set +ef
${supervise}`

/**
 * Returns the command that runs a program within an enclosure, under its limits. Every part replaces itself
 * with the next, or waits for it, and the end of the first ends all.
 */
export function enclose(
  walls: Pick<Walls, 'enclosure' | 'isNobody' | 'hasLimits' | 'hasDeathSignal'>,
  enclosed: Enclosed,
): Command {
  const { enclosure, hasLimits, hasDeathSignal } = walls
  const { dataBytes, program, needs } = enclosed
  // With files of the machine at their own places, nobody cannot pass a closed folder above the program.
  const isNobody = walls.isNobody && !(needs.includes('fs') && program.some(isClosed))
  // Without namespaces the kernel would count all processes of the user.
  const counted = enclosure === 'supervisor' ? [] : [`--nproc=${crowd}:${crowd}`]
  const limits = hasLimits ? ['prlimit', `--data=${dataBytes}`, ...counted] : []
  const mortal = hasDeathSignal ? ['setpriv', '--pdeathsig', 'KILL'] : []
  const inner = enclosure === 'supervisor' ? mortal : dropRights({ ...walls, isNobody })
  const outer = enclosures[enclosure](isNobody, enclosed)
  const [file = '', ...args] = [...mortal, ...outer, ...inner, ...limits, ...program]
  return { file, args, env: { PATH: process.env.PATH } }
}

/** Returns whether a folder above an absolute path is closed to other users. */
export function isClosed(path: string): boolean {
  const parents = isAbsolute(path) && existsSync(path) ? listParents(path) : []
  return parents.some((folder) => (statSync(folder).mode & 0o001) === 0)
}

/** Returns the command that drops all rights, forbids namespaces, and counts processes separately. */
function dropRights({ enclosure, isNobody }: Pick<Walls, 'enclosure' | 'isNobody'>): string[] {
  const rights = ['--bounding-set=-all', '--inh-caps=-all', '--no-new-privs']
  if (!isNobody) return enclosure === 'bubblewrap' ? [] : ['setpriv', ...rights]
  const user = [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
  return ['setpriv', ...user, ...rights, 'unshare', '--user']
}

const enclosures: {
  readonly [Name in Enclosure]: (isNobody: boolean, enclosed: Enclosed) => readonly string[]
} = {
  supervisor: () => ['sh', '-c', supervise, 'specimen'],
  bubblewrap: (isNobody, enclosed) => {
    const spaces = ['--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-cgroup-try']
    const network = enclosed.needs.includes('net') ? [] : ['--unshare-net']
    const toChange = ['SETUID', 'SETGID', 'SETPCAP'].flatMap((right) => ['--cap-add', `CAP_${right}`])
    const rights = ['--cap-drop', 'ALL', ...(isNobody ? toChange : ['--unshare-user'])]
    return ['bwrap', ...spaces, ...network, '--die-with-parent', ...rights, ...toMounts(enclosed), '--']
  },
  namespaces: (isNobody, enclosed) => {
    const spaces = ['--mount', '--ipc', '--uts', '--pid', '--fork', '--kill-child']
    const user = isNobody ? [] : ['--user', '--map-root-user']
    const network = enclosed.needs.includes('net') ? [] : ['--net']
    return ['unshare', ...spaces, ...user, ...network, 'sh', '-c', ...toScript(enclosed)]
  },
}

function listSeen({ program, readable, needs }: Enclosed): string[] {
  const etc = needs.includes('net') ? [...settings, ...networkSettings] : settings
  const present = [...system, ...etc].filter((path) => existsSync(path))
  const isSeen = (path: string): boolean => present.some((folder) => path.startsWith(`${folder}/`))
  return [...present, ...[program[0], ...readable].filter((path) => existsSync(path) && !isSeen(path))]
}

function toMounts(enclosed: Enclosed): string[] {
  const table = ['--proc', '/proc', '--remount-ro', '/proc']
  if (enclosed.needs.includes('fs')) return ['--bind', '/', '/', ...table, '--dev', '/dev']
  const temporary = ['--perms', '1777', '--size', String(temporaryBytes), '--tmpfs', '/tmp']
  const seen = listSeen(enclosed)
  // Folders that bubblewrap makes by itself cannot be closed.
  const folders = new Set(['/dev', ...seen.flatMap(listParents)])
  return [
    ...table,
    ...temporary,
    ...[...folders].flatMap((path) => ['--dir', path]),
    '--dev-bind',
    '/dev/null',
    '/dev/null',
    ...seen.flatMap((path) => ['--ro-bind', path, path]),
    '--remount-ro',
    '/',
    '--chdir',
    '/',
  ]
}

/** Returns the folders above a path, without the root, the uppermost first. */
function listParents(path: string): string[] {
  const parent = dirname(path)
  return parent === '/' ? [] : [...listParents(parent), parent]
}

function toScript(enclosed: Enclosed): string[] {
  if (enclosed.needs.includes('fs')) return [showAll, 'specimen']
  const seen = listSeen(enclosed)
  const files = seen.filter((path) => !statSync(path).isDirectory())
  const folders = seen.map((path) => (files.includes(path) ? dirname(path) : path))
  const made = [folders, files].map((paths) => paths.map((path) => escapeBlanks(path, '\\0')).join('\n'))
  const mounted = seen.map((path) => escapeBlanks(path, '\\')).join('\n')
  return [showSome, 'specimen', String(temporaryBytes), ...made, mounted]
}

/** Returns a path with blanks in octal: behind \\ for a table of mounts, behind \\0 for printf's %b. */
function escapeBlanks(path: string, mark: '\\' | '\\0'): string {
  return path.replaceAll(
    /[ \t\n\\]/g,
    (blank) => `${mark}${blank.charCodeAt(0).toString(8).padStart(3, '0')}`,
  )
}

/** Returns a script's folder and its package.json, whose absence would slow each start. */
export function listOwnFiles(script: string): readonly [folder: string, settings: string] {
  const folder = dirname(script)
  return [folder, join(dirname(folder), 'package.json')]
}
